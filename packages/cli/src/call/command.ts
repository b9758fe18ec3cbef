import { command } from '../terminal/command.ts';
import { CALL_JSON } from './json.ts';

export const calling = command('call', {
  summary: 'Call one operation of the API',
  description: 'Call one operation of the API and print its result as JSON.',
  json: CALL_JSON,
  addCommands: async (parent, io) => (await import('./commands.ts')).addOperations(parent, io),
});
