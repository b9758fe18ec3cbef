import { command } from '../terminal/command.ts';
import { argument, filePath } from '../terminal/option.ts';
import { importOptions } from './options.ts';

export const importing = command('import', {
  summary: 'Import records from a CSV or NDJSON file',
  description: 'Import records from a CSV or NDJSON file of any size.',
  arguments: { file: argument('<file>', 'the file to import; - for standard input', filePath) },
  options: importOptions,
  examples: [
    'trickle import subscribers.csv --dry-run',
    "trickle import subscribers.csv --map 'E-Mail=email' --map 'Plan=custom_fields.plan' --tag newsletter",
    'trickle import subscribed_email_audience_export.csv --from mailchimp',
    'trickle import bounced.csv --as unsubscribes',
    "trickle import clicks.ndjson --as events --set 'action=Clicked'",
  ],
  notes: 'To resume an import that was stopped, run the same command again.',
  json: {
    prints: 'One object; after --dry-run, with the numbers of what would be sent:',
    members: {
      dryRun: 'whether nothing was sent',
      imported: 'the number of imported records',
      resumed: 'the number of records that an earlier run has processed',
      rejected: 'the number of invalid records',
      reasons: 'the most common reasons for rejections, each with its `count`',
      failed: 'the number of records that the service did not accept',
      unknown: 'the number of records that may or may not have been imported',
      repeated: 'the number of records about the same subscriber as an earlier one',
      leftOut: 'the number of records that --where left out',
      errors: 'the path of the error report, or null',
      first: 'after --dry-run, the first record as it would be sent; otherwise null',
      isComplete: 'whether every record was imported',
    },
  },
  run: () => import('./run.ts'),
});
