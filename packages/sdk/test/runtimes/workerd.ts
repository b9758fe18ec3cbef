import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable, Stream } from 'node:stream';
import type { Addresses, Report } from './scenario.ts';

/** Without flags of Node: nothing but what every worker has. The service is on this machine, which is private. */
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Runs the bundled program in a worker, which answers a request with the report. */
export async function inWorkerd(command: string, project: string, addresses: Addresses): Promise<Report> {
  writeFileSync(join(project, 'config.capnp'), config);
  const given = ['serve', 'config.capnp', '--control-fd=3'];
  const child = spawn(command, given, { cwd: project, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  try {
    const control = child.stdio[3];
    if (!(control instanceof Stream)) throw new Error('workerd has no control channel.');
    for await (const line of createInterface(control as Readable)) {
      const { event, port } = JSON.parse(line);
      if (event !== 'listen') continue;
      const query = new URLSearchParams({ ...addresses });
      const response = await fetch(`http://127.0.0.1:${port}/?${query}`);
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Report;
    }
    throw new Error(`workerd did not listen. ${complaints}`);
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
