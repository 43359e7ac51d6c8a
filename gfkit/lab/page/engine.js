// The interface of the page to the worker. It runs one request at a time, queues the latest request of each kind,
// and can stop a computation.

const GRACE = 1000; // milliseconds before a superseded request is stopped; starting a new worker takes longer
const PATIENCE = 20; // seconds of computation before the page offers to stop

export class Engine {
  /**
   * Each change of state calls `tell` with { state: "loading" | "ready" | "busy" | "broken", ... }. If a busy state
   * contains `taken`, the request has run for this number of seconds, and the page offers to stop it.
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

  /** Return the answer of a tool, or null if a newer request of the same kind replaced this one. */
  ask(kind, tool, request) {
    return new Promise((resolve) => {
      this.abandon(kind);
      this.waiting.set(kind, { kind, tool, request, resolve });
      this.proceed();
    });
  }

  /** Cancel the requests of some kinds: their answers are null, and a running request is stopped. */
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

  /** Stop the running computation. A new worker processes the queued requests. */
  stop(answer = { stopped: true }) {
    if (!this.current) return;
    this.worker.terminate();
    const { resolve } = this.current;
    this.current = null;
    this.start();
    resolve(answer);
  }

  /** Offer to stop the running request after `seconds`, when it has run for `taken` seconds in total. */
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
