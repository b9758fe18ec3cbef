import { deepStrictEqual as same } from 'node:assert/strict';
import * as z from 'zod/mini';
import { actualSchema } from './actual-schema.ts';
import type { Check, Contract } from './check.ts';
import { argumentsSchema, resourceSchema } from './expected-schema.ts';
import { prose, tables, webhookEvents } from './facts.ts';
import { pageMeta } from './operation-checks.ts';

/** The parts that are not endpoints: events, errors, limits, the page script, the content request. */
export function matterChecks(contract: Contract): Check[] {
  return [
    ...resourceChecks(contract),
    ...formatChecks(contract),
    ...eventChecks(contract),
    ...errorChecks(contract),
    ...limitChecks(contract),
    ...scriptChecks(contract),
    ...contentChecks(contract),
  ];
}

/** Also those that no endpoint sends, like the legacy order. */
function resourceChecks(contract: Contract): Check[] {
  return Object.entries(prose.resources).map(([title, fields]) => ({
    name: `${title} has its fields`,
    run: () => same(actualSchema(contract[title as 'Order']()), resourceSchema(fields)),
  }));
}

function formatChecks({ field, issuesOf }: Contract): Check[] {
  return Object.entries(prose.formats).map(([title, { helper, code, good, bad }]) => ({
    name: `the ${title} format takes what it has to and tells the rest by its code`,
    run: () => {
      const type = z.object({ it: field[helper]() });
      const told = (it: unknown) =>
        issuesOf(() => type, { it }).map((issue) => [issue.code, issue.attribute]);
      for (const it of good) same(told(it), []);
      for (const it of [...bad, ['in a list']]) same(told(it), [[code, 'it']]);
    },
  }));
}

function eventChecks(contract: Contract): Check[] {
  return [
    {
      name: 'the webhook events are those of the interface',
      run: () => {
        same([...contract.WEBHOOK_EVENTS], webhookEvents);
        same(Object.keys(prose.webhookEvents), webhookEvents);
        same(Object.isFrozen(contract.WEBHOOK_EVENTS), true);
      },
    },
    ...tables.webhook_events.map(({ event, properties }) => ({
      name: `${event} carries its properties`,
      run: () => {
        const shape = actualSchema(contract.webhookProperties(event as never));
        const facts = prose.webhookEvents[event];
        same(Object.keys(shape.properties as object).sort(), [...properties].sort());
        same(shape, {
          ...resourceSchema(facts?.properties ?? []),
          ...(facts?.extra && { additionalProperties: {} }),
        });
      },
    })),
    {
      name: 'a webhook notification has its shape',
      run: () =>
        same(actualSchema(contract.WebhookNotification()), resourceSchema(prose.webhookNotification)),
    },
    {
      name: 'the timeline events are those of the interface',
      run: () => {
        same([...contract.TIMELINE_EVENTS], tables.timeline_events);
        same(prose.timelineEvents, tables.timeline_events);
      },
    },
  ];
}

function errorChecks(contract: Contract): Check[] {
  const { statuses, beyond, parsingCode, body, rateLimitBody, malformedBody } = prose.errors;
  return [
    {
      name: 'the validation codes are those of the interface',
      run: () => {
        same(Object.keys(contract.VALIDATION_CODES), tables.validation_codes);
        same(prose.validationCodes, tables.validation_codes);
      },
    },
    {
      name: 'the error statuses are those of the interface',
      run: () => {
        same({ ...contract.ERROR_STATUSES }, { ...beyond, ...statuses });
        const told = new Set(Object.values(statuses).map(({ status }) => status));
        same([...told].sort(), [...new Set(tables.errors.map(({ status }) => status))].sort());
      },
    },
    { name: 'the parsing code is settled', run: () => same(contract.PARSING_CODE, parsingCode) },
    {
      name: 'the error bodies have their shapes',
      run: () => {
        same(actualSchema(contract.ErrorBody()), resourceSchema(body));
        same(actualSchema(contract.ErrorEntry()), resourceSchema(body[0]?.members ?? []));
        same(actualSchema(contract.RateLimitBody()), resourceSchema(rateLimitBody));
        same(actualSchema(contract.MalformedBody()), resourceSchema(malformedBody));
      },
    },
  ];
}

function limitChecks(contract: Contract): Check[] {
  const { LIMITS } = contract;
  const told = (name: string) => tables.limits.find(({ limit }) => limit === name)?.value ?? '';
  const digits = (name: string) => told(name).replaceAll(',', '').match(/\d+/g)?.map(Number) ?? [];
  return [
    {
      name: 'the limits are those of the interface',
      run: () => {
        const { individualRequestsPerHour, batchRequestsPerHour, batchUpdatesPerHour } = prose.limits;
        const { concurrentUpdatesPerSubscriber, webhookRetryDays } = prose.limits;
        const hourly = { individualRequestsPerHour, batchRequestsPerHour, batchUpdatesPerHour };
        same({ ...LIMITS }, { ...hourly, concurrentUpdatesPerSubscriber, webhookRetryDays });
        same(contract.BATCH_LIMIT, prose.limits.batchRecords);
        same(contract.PAGE_SIZE, prose.limits.pageSize);
        same(contract.PER_PAGE_LIMIT, prose.limits.perPage);
        same(contract.CONVERSION_VALUE_LIMIT, prose.limits.conversionValue);
        same(contract.TRACK_VALUE_LIMIT, prose.limits.trackValue);
        same(contract.OAUTH_CODE_LIFETIME_SECONDS, prose.limits.oauthCodeSeconds);
      },
    },
    {
      name: 'the limits are those of the table',
      run: () => {
        same(digits('Individual requests'), [LIMITS.individualRequestsPerHour]);
        same(digits('Batch requests'), [LIMITS.batchRequestsPerHour]);
        same(digits('Records per batch request'), [1, contract.BATCH_LIMIT]);
        same(digits('Page size'), [contract.PAGE_SIZE, contract.PAGE_SIZE]);
        same(digits('`per_page`'), [contract.PAGE_SIZE, contract.PER_PAGE_LIMIT]);
        same(digits('Conversion value'), [contract.CONVERSION_VALUE_LIMIT]);
        same(digits('Script track `value`'), [0, contract.TRACK_VALUE_LIMIT]);
        same(digits('OAuth verification code lifetime'), [contract.OAUTH_CODE_LIFETIME_SECONDS / 60]);
        same(digits('Webhook re-send window'), [LIMITS.webhookRetryDays]);
        const { maximumBytes, timeoutSeconds } = contract.CONTENT_REQUEST;
        same(digits('Custom content response'), [maximumBytes / 1024, timeoutSeconds]);
      },
    },
    {
      name: 'the limit headers and the media type are those of the interface',
      run: () => {
        same({ ...contract.RATE_LIMIT_HEADERS }, prose.rateLimitHeaders);
        same(contract.MEDIA_TYPE, prose.mediaType);
      },
    },
    {
      name: 'the meta of a page has its members',
      run: () => same(actualSchema(contract.PageMeta()), pageMeta(undefined)),
    },
  ];
}

function scriptChecks(contract: Contract): Check[] {
  const { operations, callbackResponse, productView, tagParameter, formEvents } = prose.script;
  const schemas = new Map(Object.entries(contract.SCRIPT_OPERATIONS));
  return [
    {
      name: 'the script has exactly the operations of the interface',
      run: () => {
        same([...schemas.keys()], Object.keys(operations));
        const named = new Set(Object.values(operations).map(({ named }) => named));
        const told = tables.script_operations.map(({ operation }) => operation);
        same([...named], told);
      },
    },
    ...Object.entries(operations).map(([operation, facts]) => ({
      name: `the script's ${operation} takes its arguments`,
      run: () => {
        const schema = schemas.get(operation);
        same(schema && actualSchema(schema()), argumentsSchema(facts.arguments, facts.extra));
        const table = tables.script_operations.find(({ operation: title }) => title === facts.named);
        same(new Set(table?.arguments), namesOf(facts));
      },
    })),
    {
      name: 'the callback response has its members',
      run: () => same(actualSchema(contract.CallbackResponse()), resourceSchema(callbackResponse)),
    },
    {
      name: 'what else pages and the script agree on is settled',
      run: () => {
        same({ ...contract.PRODUCT_VIEW }, productView);
        same(contract.TAG_PARAMETER, tagParameter);
        same({ ...contract.FORM_EVENTS }, formEvents);
      },
    },
  ];
}

/** The table counts callbacks and the members of an object among the arguments. */
function namesOf({
  arguments: fields,
  callbacks = [],
}: (typeof prose.script.operations)[string]): Set<string> {
  const members = fields.flatMap((field) => (field.members ?? []).map(({ name }) => name));
  return new Set([...fields.map(({ name }) => name), ...members, ...callbacks]);
}

function contentChecks(contract: Contract): Check[] {
  const { outcomes, ...request } = prose.content;
  const { contentBytes: maximumBytes, contentSeconds: timeoutSeconds } = prose.limits;
  return [
    {
      name: 'the content request is that of the interface',
      run: () => same({ ...contract.CONTENT_REQUEST }, { ...request, maximumBytes, timeoutSeconds }),
    },
    ...outcomes.map(({ from, to, is }) => ({
      name: `content answers from ${from} to ${to} are ${is}`,
      run: () => {
        same(contract.contentOutcome(from), is);
        same(contract.contentOutcome(to), is);
      },
    })),
  ];
}
