// The page's side of the worker: one request at a time, the latest of each kind waiting, and a way to stop.

export class Engine {
  /** `tell` hears { state: "loading" | "ready" | "busy" | "broken", ... } whenever something changes. */
  constructor(tell) {
    this.tell = tell;
    this.waiting = new Map();
    this.current = null;
    this.next = 1;
    this.start();
  }

  start() {
    this.loaded = false;
    this.tell({ state: "loading" });
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.tell({ state: "broken", reason: event.message });
  }

  /** The answer of a tool; null when a newer request of the same kind took its place, or it was stopped. */
  ask(kind, tool, request) {
    return new Promise((resolve) => {
      this.waiting.get(kind)?.resolve(null);
      this.waiting.delete(kind);
      this.waiting.set(kind, { kind, tool, request, resolve });
      this.proceed();
    });
  }

  /** Ends the computation that runs; what waits behind it is done by a new worker. */
  stop() {
    if (!this.current) return;
    this.worker.terminate();
    const { resolve } = this.current;
    this.current = null;
    this.start();
    resolve({ stopped: true });
  }

  proceed() {
    if (!this.loaded || this.current) return;
    const [first] = this.waiting.values();
    if (!first) return this.tell({ state: "ready", seconds: this.seconds });
    this.waiting.delete(first.kind);
    this.current = { ...first, id: this.next++ };
    this.tell({ state: "busy", kind: first.kind });
    this.worker.postMessage({ id: this.current.id, tool: first.tool, request: first.request });
  }

  hear(data) {
    if (data.ready) {
      this.loaded = true;
      this.seconds = data.seconds;
      return this.proceed();
    }
    if (data.loading) return this.tell({ state: "loading", bytes: data.loading });
    if (data.broken) return this.tell({ state: "broken", reason: data.broken });
    if (data.id !== this.current?.id) return;
    if (data.progress) return this.tell({ state: "busy", kind: this.current.kind, progress: data.progress });
    const { resolve } = this.current;
    this.current = null;
    resolve(data.answer);
    this.proceed();
  }
}
