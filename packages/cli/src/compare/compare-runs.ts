import { Bijection } from './bijection.ts';
import { ValueComparison } from './compare-values.ts';
import type { Difference, DifferenceClass } from './difference.ts';
import { bodyTypeOf, type Exchange, endpointOf, HEADERS, type Run } from './exchange.ts';
import { shownValue } from './leaf.ts';
import type { Vocabulary } from './vocabulary.ts';

export function compareRuns(service: Run, sandbox: Run, vocabulary: Vocabulary): Difference[] {
  const bijection = new Bijection();
  return service.exchanges.flatMap((exchange, step) => {
    const other = sandbox.exchanges[step];
    if (!other) return [];
    const about = { scenario: service.scenario, step, call: exchange.call };
    return compareExchanges(exchange, other, bijection, vocabulary).map((found) => ({ ...found, ...about }));
  });
}

type Found = Pick<Difference, 'class' | 'place' | 'service' | 'sandbox'>;

function compareExchanges(
  service: Exchange,
  sandbox: Exchange,
  bijection: Bijection,
  vocabulary: Vocabulary,
): Found[] {
  if (service.status !== sandbox.status) {
    const place = `status of ${service.call}`;
    return [{ class: 'status', place, service: String(service.status), sandbox: String(sandbox.status) }];
  }
  const { response, status } = endpointOf(service.call);
  const bodies = new ValueComparison(bijection, vocabulary, response.sorted ? response.name : '');
  bodies.compare({ service: service.body, sandbox: sandbox.body, type: bodyTypeOf(service), place: '' });
  bodies.compareUnknown();
  const isError = service.status !== status;
  const inBody = bodies.differences.map((found) => ({
    ...found,
    place: isError
      ? `${service.status} of ${service.call}: ${found.place || 'body'}`
      : found.place || `body of ${service.call}`,
  }));
  // After the bodies, whose ids tell which records match.
  return [
    ...inBody,
    ...HEADERS.flatMap((name) =>
      compareHeader(name, service, sandbox, new ValueComparison(bijection, vocabulary)),
    ),
  ];
}

function compareHeader(
  name: (typeof HEADERS)[number],
  service: Exchange,
  sandbox: Exchange,
  urls: ValueComparison,
): Found[] {
  const [first, second] = [service, sandbox].map(({ headers }) => headers[name]);
  if (first === undefined && second === undefined) return [];
  const found = (kind: DifferenceClass): Found => ({
    ...{ class: kind, place: `header ${name}` },
    service: shownValue(first, undefined, urls.vocabulary),
    sandbox: shownValue(second, undefined, urls.vocabulary),
  });
  if (first === undefined || second === undefined) return [found('header')];
  if (name !== 'location') {
    return normalHeader[name](first, service) === normalHeader[name](second, sandbox)
      ? []
      : [found('header')];
  }
  urls.compareLinks({ service: first, sandbox: second, type: undefined, place: '' }, first, second);
  return urls.differences.map(({ class: kind }) => found(kind === 'reference' ? kind : 'header'));
}

/** The relevant part of each header. */
const normalHeader = {
  'content-type': (text: string, { body }: Exchange) => {
    const [type = '', ...parameters] = text.toLowerCase().replaceAll(' ', '').split(';');
    // An empty object may have either type, and JSON is always UTF-8.
    if (JSON.stringify(body) === '{}') return 'json';
    return type.endsWith('json') ? type : [type, ...parameters].join(';');
  },
  'x-ratelimit-limit': (text: string) => text,
  'x-ratelimit-remaining': (text: string) => /^\d+$/.test(text),
  'www-authenticate': (text: string) => text.split(' ')[0]?.toLowerCase(),
};
