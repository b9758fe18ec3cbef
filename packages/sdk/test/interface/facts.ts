import { readFileSync } from 'node:fs';

/*
 * The facts of the interface, read from the two JSON files of this folder. Nothing here knows the contract.
 */

/** S text, I whole number, N number, B boolean, O object, A list; `any` where the interface gives no type. */
export type Letter = 'S' | 'I' | 'N' | 'B' | 'O' | 'A of S' | 'A of O' | 'any';

/** One argument, query parameter, resource field or member. `README.md` explains the members. */
export interface Field {
  readonly name: string;
  readonly type: Letter;
  readonly required?: true | { readonly oneOf: readonly string[] };
  readonly optional?: true;
  readonly absent?: true;
  readonly nullable?: true;
  readonly enum?: readonly string[];
  readonly known?: readonly string[];
  readonly knownAs?: 'webhook events';
  readonly elementEnum?: 'webhook events';
  readonly knownElements?: 'webhook events';
  readonly format?: 'email' | 'time' | 'url' | 'sms' | 'currency' | 'provider' | 'zone';
  readonly notEmpty?: true;
  readonly min?: number;
  readonly max?: number;
  readonly below?: number;
  readonly whole?: true;
  readonly values?: 'S' | 'any' | 'S|N|B|null';
  readonly members?: readonly Field[];
  readonly extra?: true;
  readonly resource?: string;
  readonly formerly?: string;
  readonly default?: unknown;
}

/** One endpoint. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly limit: 'individual' | 'batch' | null;
  readonly also?: readonly number[];
  readonly location?: true;
  readonly repeatable?: true;
  readonly request?: {
    readonly envelope: 'one' | 'batch' | 'list' | 'bare';
    readonly name?: string;
    readonly args: string;
  };
  readonly response: {
    readonly envelope: 'one' | 'many' | 'page' | 'bare' | 'empty' | 'none';
    readonly name?: string;
    readonly item?: string;
    readonly links?: string;
    readonly sorted?: true;
    readonly linked?: Readonly<Record<string, string>>;
  };
}

type Helper = 'email' | 'isoTime' | 'url' | 'usMobile' | 'dayMask' | 'currency' | 'snakeCase' | 'timeZone';
type Named<Value> = Readonly<Record<string, Value>>;

/** `prose.json` */
export interface Prose {
  readonly operations: Named<Operation>;
  readonly arguments: Named<{ readonly fields: readonly Field[]; readonly extra?: true }>;
  readonly queries: Named<readonly Field[]>;
  readonly resources: Named<readonly Field[]>;
  readonly links: Named<Named<string>>;
  readonly pageMeta: { readonly paged: readonly Field[]; readonly sorted: readonly Field[] };
  readonly webhookEvents: Named<{ readonly properties: readonly Field[]; readonly extra?: true }>;
  readonly webhookNotification: readonly Field[];
  readonly timelineEvents: readonly string[];
  readonly validationCodes: readonly string[];
  readonly formats: Named<{
    readonly helper: Helper;
    readonly code: string;
    readonly good: readonly string[];
    readonly bad: readonly string[];
  }>;
  readonly errors: {
    readonly statuses: Named<{ readonly status: number; readonly code?: string }>;
    readonly beyond: Named<{ readonly status: number; readonly code?: string }>;
    readonly parsingCode: string;
    readonly body: readonly Field[];
    readonly rateLimitBody: readonly Field[];
    readonly malformedBody: readonly Field[];
  };
  readonly limits: Named<number>;
  readonly rateLimitHeaders: Named<string>;
  readonly mediaType: string;
  readonly script: {
    readonly operations: Named<{
      readonly named: string;
      readonly arguments: readonly Field[];
      readonly callbacks?: readonly string[];
      readonly extra?: true;
    }>;
    readonly callbackResponse: readonly Field[];
    readonly productView: { readonly action: string; readonly properties: readonly string[] };
    readonly tagParameter: string;
    readonly formEvents: { readonly names: readonly string[]; readonly members: readonly string[] };
  };
  readonly content: {
    readonly method: string;
    readonly entities: readonly string[];
    readonly previewParameter: string;
    readonly mediaType: string;
    readonly outcomes: readonly { readonly from: number; readonly to: number; readonly is: string }[];
  };
}

/** A field as `interface.json` has it. */
export interface TableField {
  readonly name: string;
  readonly type: string;
  readonly required?: true | string;
}

/** `interface.json`, as far as it is read here. */
export interface Tables {
  readonly endpoints: readonly {
    readonly method: string;
    readonly path: string;
    readonly request: string | null;
    readonly success: number;
    readonly location_header?: boolean;
    readonly paged?: boolean;
    readonly also?: readonly number[];
    readonly returns?: string;
    readonly batch_key?: string;
  }[];
  readonly resources: Named<readonly TableField[]>;
  readonly arguments: Named<readonly TableField[]>;
  readonly webhook_events: readonly { readonly event: string; readonly properties: readonly string[] }[];
  readonly timeline_events: readonly string[];
  readonly validation_codes: readonly string[];
  readonly errors: readonly { readonly status: number }[];
  readonly limits: readonly { readonly limit: string; readonly value: string }[];
  readonly script_operations: readonly {
    readonly operation: string;
    readonly arguments: readonly string[];
  }[];
}

const read = (file: string) => JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));

/** The facts in prose, notes and marks of the interface, written down by hand. */
export const prose: Prose = read('prose.json');

/** The facts in the tables of the interface: a copy of the file beside the interface text. */
export const tables: Tables = read('interface.json');

/** The names of the webhook events, in the order of their table. */
export const webhookEvents: readonly string[] = tables.webhook_events.map(({ event }) => event);
