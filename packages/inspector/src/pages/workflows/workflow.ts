import type { IconName } from '../../design/icon/icon.tsx';
import { numberText, percentText } from '../../design/number/number.ts';
import { type Duration, durationText } from '../../mailing/duration.ts';
import type { EmailFigures } from '../../mailing/mailing.ts';

/** A workflow in the list. */
export interface ListedWorkflow extends EmailFigures {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly step_count: number;
  /** Subscribers in the workflow. */
  readonly active: number;
  readonly waiting: number;
}

/** What enrolls subscribers. */
export interface Trigger {
  readonly id: string;
  readonly provider: string;
  readonly trigger_type: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A step of a workflow. The members depend on the type. */
export interface Step extends Duration {
  readonly id: string;
  readonly type: string;
  readonly next: string | null;
  readonly email?: {
    readonly id: string;
    readonly subject: string;
    readonly html_body: string;
    readonly text_body: string;
  };
  readonly figures?: EmailFigures;
  readonly tag?: string;
  readonly action?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly trigger?: Omit<Trigger, 'id'>;
  readonly otherwise?: 'wait' | 'continue';
}

/** A subscriber in a workflow. */
export interface Member {
  readonly subscriber_id: string;
  readonly email: string;
  readonly created_at: string;
  readonly waits_for: 'delay' | 'goal' | 'activation' | null;
  readonly step_id: string;
  readonly runs_at: string | null;
}

/** The response of `GET /_admin/workflows/{workflow_id}`. */
export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly active: number;
  readonly triggers: readonly Trigger[];
  readonly steps: readonly Step[];
  /** How many subscribers are at each step. */
  readonly waiting: Readonly<Record<string, number>>;
  /** The newest 50. */
  readonly members: readonly Member[];
}

/** A step or the triggers in words. */
export interface Words {
  readonly icon: IconName;
  readonly title: string;
  readonly note: string;
}

/** A step in words. */
export function wordsOf(step: Step): Words {
  switch (step.type) {
    case 'delay':
      return { icon: 'clock', title: `Wait ${durationText(step) || 'no time'}`, note: '' };
    case 'send_email':
      return { icon: 'campaign', title: step.email?.subject ?? 'Email', note: ratesOf(step.figures) };
    case 'apply_tag':
      return { icon: 'plus', title: `Apply tag ${step.tag}`, note: '' };
    case 'remove_tag':
      return { icon: 'close', title: `Remove tag ${step.tag}`, note: '' };
    case 'record_event':
      return { icon: 'bolt', title: `Record event ${step.action}`, note: propertiesText(step.properties) };
    case 'goal':
      return {
        icon: 'goal',
        title: `Goal: ${step.trigger ? triggerText(step.trigger) : ''}`,
        note: step.otherwise === 'continue' ? 'others continue' : 'others wait here',
      };
    default:
      return { icon: 'check', title: step.type === 'exit' ? 'Exit' : step.type, note: '' };
  }
}

const ratesOf = (figures: EmailFigures | undefined): string =>
  figures
    ? `${numberText(figures.sent)} sent · ${percentText(figures.opened, figures.sent)} opened · ${percentText(figures.clicked, figures.sent)} clicked`
    : '';

/** For example `placed order in acme_shop`. */
export const triggerText = ({ provider, trigger_type: type, properties }: Omit<Trigger, 'id'>): string => {
  const details = propertiesText(properties);
  return `${type.replaceAll('_', ' ')}${details && ` (${details})`} in ${provider}`;
};

const propertiesText = (properties: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

/** Explains the steps where a user writes them. */
export const STEPS_HINT =
  'The types of steps are delay, send_email, apply_tag, remove_tag, record_event, goal and exit.';

/** A workflow that the dialog shows first, in the format of a seed. */
export const EXAMPLE = {
  name: 'Onboarding',
  status: 'active',
  triggers: [
    { provider: 'trickle', trigger_type: 'performed_custom_event', properties: { action: 'Signed up' } },
  ],
  steps: [
    { type: 'send_email', subject: 'Your account is ready', html_body: '<p>Welcome aboard.</p>' },
    { type: 'delay', days: 3 },
    { type: 'apply_tag', tag: 'onboarded' },
    { type: 'exit' },
  ],
};
