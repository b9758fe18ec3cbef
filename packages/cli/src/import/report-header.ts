export const REPORT_COLUMNS = ['error_line', 'error_reason'];

/** The first line of a CSV error report, with any delimiter, since a spreadsheet may have changed it. */
const CSV_HEADER = /^(?:sep=.\r?\n)?"?error_line"?([^\w"\r\n])"?error_reason"?(?:\1|\r|\n|$)/;

/** The members that an error report adds, in the form written by this command. Within a string, their quotes would be escaped. */
const NDJSON_MEMBERS = /^\{.*"error_line":\d+,"error_reason":"/;

/** Whether a file is the error report of an earlier import, by its first line. */
export const isErrorReport = (head: string): boolean => CSV_HEADER.test(head) || NDJSON_MEMBERS.test(head);

/** The delimiter of an error report; undefined for any other file. */
export const reportDelimiter = (head: string): string | undefined => CSV_HEADER.exec(head)?.[1];
