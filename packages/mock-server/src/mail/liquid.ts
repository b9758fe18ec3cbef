import type { FilterImplOptions, Liquid, Template } from 'liquidjs';

/** A Liquid template that cannot be read or rendered; the message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** What templates are rendered with: plain data. */
export type Scope = Readonly<Record<string, unknown>>;

/** The moment and the zone that the filter `date` takes when a template names none. */
export interface TemplateClock {
  readonly now: number;
  readonly zone: string;
}

/** A text with Liquid in it, read. */
export interface CompiledTemplate {
  /** The paths of what it takes from the scope, as in `['my', 'shoes']`; a part that is computed is null. */
  readonly paths: readonly (readonly (string | null)[])[];
  render(scope: Scope, clock: TemplateClock): string;
}

/** Reads templates. The same text is read once. */
export interface TemplateEngine {
  compile(text: string): CompiledTemplate;
}

// Templates are not trusted: they read nothing but their scope, and neither their size, their time nor their memory
// is without bound.
const LIMITS = { parseLimit: 1_000_000, renderLimit: 1000, memoryLimit: 20_000_000 };
const MOST_TEMPLATES = 1000;

let loading: Promise<TemplateEngine> | undefined;

/** The engine; its library is loaded when the first email is sent. */
export function templateEngine(): Promise<TemplateEngine> {
  loading ??= import('liquidjs').then(({ Liquid }) => engineOf(new Liquid(options)));
  return loading;
}

const options = {
  ...LIMITS,
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  timezoneOffset: 'Etc/UTC',
};

function engineOf(liquid: Liquid): TemplateEngine {
  followClock(liquid);
  const known = new Map<string, CompiledTemplate>();
  return {
    compile(text) {
      let template = known.get(text);
      if (!template) {
        template = text.includes('{{') || text.includes('{%') ? compiled(liquid, text) : plain(text);
        if (known.size >= MOST_TEMPLATES) known.clear();
        known.set(text, template);
      }
      return template;
    },
  };
}

const plain = (text: string): CompiledTemplate => ({ paths: [], render: () => text });

function compiled(liquid: Liquid, text: string): CompiledTemplate {
  const templates: Template[] = orTemplateError(() => liquid.parse(text));
  const paths = orTemplateError(() => liquid.globalVariableSegmentsSync(templates));
  return {
    paths: paths.map((segments) => segments.map((part) => (typeof part === 'object' ? null : String(part)))),
    render: (scope, clock) =>
      orTemplateError(() => String(liquid.renderSync(templates, scope, { globals: clock, sync: true }))),
  };
}

function orTemplateError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new TemplateError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** Lets `now` and `today` be the moment of the server's clock, in the zone of the email. */
function followClock(liquid: Liquid): void {
  for (const name of [
    'date',
    'date_to_xmlschema',
    'date_to_rfc822',
    'date_to_string',
    'date_to_long_string',
  ]) {
    const filter = liquid.filters[name];
    if (typeof filter !== 'function') continue;
    const wrapped: FilterImplOptions = function (value: unknown, ...rest: unknown[]) {
      const { now, zone } = this.context.globals as unknown as TemplateClock; // `render` gives them
      const moment = value === 'now' || value === 'today' ? new Date(now) : value;
      const [format, ...others] = rest;
      return filter.call(this, moment, ...(name === 'date' && others.length === 0 ? [format, zone] : rest));
    };
    liquid.registerFilter(name, wrapped);
  }
}
