import type { ComponentType } from 'preact';
import { ofAccount } from '../api/accounts.ts';
import { useResource } from '../api/resource.ts';
import { Checklist, Field, Select } from '../design/field/field.tsx';
import { DAYS, timeOfDay } from '../mailing/duration.ts';
import { type MemberProps, useErrorAt } from './context.ts';
import { ScalarField } from './scalar-field.tsx';

/** Members whose values people do not write as they are stored. */
export const SPECIAL_FIELDS: Readonly<Record<string, ComponentType<MemberProps>>> = {
  days_of_the_week_mask: (props) => <DaysField {...props} />,
  minutes_from_midnight: (props) => <TimeOfDayField {...props} />,
  campaign_id: (props) => <CampaignField {...props} />,
  email: (props) => <AddressField {...props} />,
};

const DaysField = ({ value, path, onChange }: MemberProps) => {
  const mask = typeof value === 'string' ? value : '1111111';
  return (
    <Checklist
      label="Sending days"
      options={DAYS}
      values={DAYS.filter((_, index) => mask[index] === '1')}
      error={useErrorAt(path)}
      onInput={(days) => onChange(DAYS.map((day) => (days.includes(day) ? '1' : '0')).join(''))}
    />
  );
};

const TimeOfDayField = ({ value, path, onChange }: MemberProps) => {
  const minutes = typeof value === 'number' ? value : undefined;
  return (
    <Field
      label="Sending time"
      type="time"
      value={minutes === undefined ? '' : timeOfDay(minutes)}
      error={useErrorAt(path)}
      onInput={(text) => {
        const [hours = 0, rest = 0] = text.split(':').map(Number);
        onChange(text === '' ? undefined : hours * 60 + rest);
      }}
    />
  );
};

/** The address of a subscriber, with suggestions that contain what was written. */
const AddressField = (props: MemberProps) => {
  const search = typeof props.value === 'string' ? props.value : '';
  const { data } = useResource('GET /_admin/subscribers', { ...ofAccount(), search, limit: 8 }, []);
  return <ScalarField {...props} suggestions={data?.subscribers.map(({ email }) => email) ?? []} />;
};

const CampaignField = ({ value, path, label, isKept, onChange }: MemberProps) => {
  const { data } = useResource('GET /_admin/campaigns', ofAccount(), ['records']);
  const campaigns = data?.campaigns ?? [];
  return (
    <Select
      label={label.replace(' id', '')}
      value={String(value ?? '')}
      options={[['', 'None'], ...campaigns.map(({ id, name }) => [id, name] as const)]}
      error={useErrorAt(path)}
      onInput={(id) => onChange(id || (isKept ? null : undefined))}
    />
  );
};
