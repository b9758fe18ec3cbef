/* A receiver of webhooks in a process of its own, so that its CPU time is not counted. Sends its port to its parent. */
import { createServer } from 'node:http';
import { listenOn } from '../../scripts/setup/ports.ts';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end());
});
process.send?.(await listenOn(server));
process.once('disconnect', () => process.exit());
