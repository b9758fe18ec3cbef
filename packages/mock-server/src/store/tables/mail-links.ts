import { text } from '../engine/column.ts';
import { table } from '../engine/table.ts';

/** The targets of links in emails. Click tracking redirects only to these. */
export const mailLinks = table('mail_links', { id: text(), url: text() }, { order: ['id'] });
