import { LOCAL_SANDBOX } from '../connection/local-sandbox.ts';
import { anyText, filePath, oneOf, option, share, type ValuesOf, wholeNumber } from '../terminal/option.ts';
import { PERMISSIONS } from './scenario.ts';

export const compareOptions = {
  sandbox: option('--sandbox <url>', 'the reference server', anyText, LOCAL_SANDBOX),
  allow: option(
    '--allow <scenarios>',
    'permitted changes to the service: read (none), own (create and delete subscribers), account (anything)',
    oneOf(...PERMISSIONS),
    'read',
  ),
  mailbox: option(
    '--mailbox <address>',
    'the mailbox for emails to subscribers, with {n} for a number',
    anyText,
  ),
  disposable: option('--disposable <account>', 'the id of the account that may be changed', anyText),
  clean: option('--clean', 'only delete subscribers left behind by an interrupted run'),
  only: option('--only <scenario>', 'only run scenarios whose name starts with this', anyText),
  record: option(
    '--record <folder>',
    "only store the service's responses, without data of the account",
    filePath,
  ),
  against: option('--against <folder>', 'compare with stored responses instead of the service', filePath),
  repeat: option(
    '--repeat <times>',
    'the number of runs of each scenario',
    wholeNumber({ from: 1, to: 10 }),
    '2',
  ),
  share: option('--share <share>', 'the share of the hourly rate limits to use, up to 1', share, '0.5'),
  accept: option('--accept <file>', 'differences that are accepted, with their reasons', filePath),
  check: option('--check', 'exit with 8 if there are other differences, or if accepted ones no longer occur'),
  report: option('--report <file>', 'write a report: .json, .md or .html', filePath),
};

export type CompareOptions = ValuesOf<typeof compareOptions>;
