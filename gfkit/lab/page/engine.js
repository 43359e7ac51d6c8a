// The page's side of the worker: one request at a time, the latest of each kind waiting, and a way to stop.

const GRACE = 1000; // milliseconds that a superseded request may still take: a new worker takes longer to start
const PATIENCE = 20; // seconds of work after which the page asks whether to continue

export class Engine {
  /**
   * `tell` hears { state: "loading" | "ready" | "busy" | "broken", ... } whenever something changes;
   * `taken` of a busy state are seconds of work after which it is asked whether to continue.
   */
  constructor(tell, { grace = GRACE, patience = PATIENCE } = {}) {
    Object.assign(this, { tell, grace, patience });
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

  /** The answer of a tool; null when a newer request of the same kind took its place. */
  ask(kind, tool, request) {
    return new Promise((resolve) => {
      this.abandon(kind);
      this.waiting.set(kind, { kind, tool, request, resolve });
      this.proceed();
    });
  }

  /** Gives up the requests of some kinds: their answers are null, and one that runs is stopped. */
  abandon(...kinds) {
    for (const kind of kinds) {
      this.waiting.get(kind)?.resolve(null);
      this.waiting.delete(kind);
    }
    const { current } = this;
    if (!kinds.includes(current?.kind) || current.dropped) return;
    current.dropped = true;
    setTimeout(() => current === this.current && this.stop(null), this.grace);
  }

  /** Ends the computation that runs; what waits behind it is done by a new worker. */
  stop(answer = { stopped: true }) {
    if (!this.current) return;
    this.worker.terminate();
    const { resolve } = this.current;
    this.current = null;
    this.start();
    resolve(answer);
  }

  /** Asks in so many seconds whether to continue, when the request that runs has taken the given time. */
  wait(seconds, taken = seconds) {
    const { current } = this;
    setTimeout(() => current === this.current && this.tell({ state: "busy", kind: current.kind, taken }), 1000 * seconds);
  }

  proceed() {
    if (!this.loaded || this.current) return;
    const [first] = this.waiting.values();
    if (!first) return this.tell({ state: "ready", seconds: this.seconds });
    this.waiting.delete(first.kind);
    this.current = { ...first, id: this.next++ };
    this.tell({ state: "busy", kind: first.kind });
    this.wait(this.patience);
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
    const { resolve, dropped } = this.current;
    this.current = null;
    resolve(dropped ? null : data.answer);
    this.proceed();
  }
}
