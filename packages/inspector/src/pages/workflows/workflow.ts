import type { ResponseOf } from '../../api/responses.ts';
import type { IconName } from '../../design/icon/icon.tsx';
import { numberText, percentText } from '../../design/words.ts';
import { durationText } from '../../mailing/duration.ts';
import type { EmailFigures } from '../../mailing/mailing.tsx';

/** A workflow with its steps and members. */
export type Workflow = ResponseOf<'GET /_admin/workflows/{workflow_id}'>;

/** The triggers that enroll subscribers. */
export type Trigger = Workflow['triggers'][number];

/** A step of a workflow. */
export type Step = Workflow['steps'][number];

/** A subscriber in a workflow. */
export type Member = Workflow['members'][number];

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
      return { icon: 'campaign', title: step.email.subject, note: ratesOf(step.figures) };
    case 'apply_tag':
      return { icon: 'plus', title: `Apply tag ${step.tag}`, note: '' };
    case 'remove_tag':
      return { icon: 'close', title: `Remove tag ${step.tag}`, note: '' };
    case 'record_event':
      return { icon: 'bolt', title: `Record event ${step.action}`, note: propertiesText(step.properties) };
    case 'goal':
      return {
        icon: 'goal',
        title: `Goal: ${triggerText(step.trigger)}`,
        note: step.otherwise === 'continue' ? 'others continue' : 'others wait here',
      };
    default:
      return { icon: 'check', title: 'Exit', note: '' };
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
