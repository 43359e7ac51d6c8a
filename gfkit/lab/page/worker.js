// Run gfkit: Python in a separate worker, so that the page stays responsive and can stop a computation.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (path) => new URL(path, import.meta.url).href;

/** Fetch the memory snapshot of a started Python, which is faster than starting Python here. */
async function snapshot() {
  const { body } = await self.fetch(here("pyodide/snapshot.gz"));
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Report the number of bytes loaded before Python runs. Return a function that ends the reports. */
function countBytes(total) {
  const plain = self.fetch;
  let done = 0;
  self.fetch = async (...asked) => {
    const response = await plain(...asked);
    if (!response.body) return response;
    const counted = new TransformStream({
      transform(chunk, controller) {
        done += chunk.byteLength;
        postMessage({ loading: { done: Math.min(done, total), total } });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
  return () => (self.fetch = plain);
}

async function start() {
  const began = performance.now();
  const bundle = await (await fetch(here("bundle.json"))).json();
  const counted = countBytes(bundle.bytes);
  const packages = bundle.wheels.map((name) => here(`wheels/${name}`));
  const python = await loadPyodide({ indexURL: here("pyodide/"), packages, _loadSnapshot: snapshot() });
  counted();
  python.pyimport("gfkit.lab.tools");
  postMessage({ ready: true, seconds: (performance.now() - began) / 1000 });
  return python;
}

const started = start();
started.catch((error) => postMessage({ broken: String(error) }));

onmessage = async ({ data }) => {
  const { id, tool, request } = data;
  const report = (stage, done, total, states) => postMessage({ id, progress: { stage, done, total, states } });
  try {
    const python = await started;
    const asked = JSON.stringify(request);
    const answer = tool === "cell"
      ? python.pyimport("gfkit.cli.cells").run_cell(asked)
      : python.pyimport("gfkit.lab.tools").answer(tool, asked, report);
    postMessage({ id, answer: JSON.parse(answer) });
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ id, answer: { error: { message: lines.at(-1), code: "fault", place: null } } });
  }
};
