import { Button } from '../../design/button/button.tsx';
import { AddField } from '../../design/field/add-field.tsx';
import { Section } from '../../design/page/page.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';
import type { Subscriber } from './subscriber.ts';

/** The tags of a subscriber, with a field that adds one. */
export const Tags = ({ subscriber: { email, tags } }: { readonly subscriber: Subscriber }) => {
  const add = (tag: string) =>
    attemptRequest(`Tag “${tag}” added`, {
      method: 'POST',
      path: '/tags',
      body: { tags: [{ email, tag }] },
    });
  const remove = (tag: string) =>
    attemptRequest(`Tag “${tag}” removed`, {
      method: 'DELETE',
      path: `/subscribers/${encodeURIComponent(email)}/tags/${encodeURIComponent(tag)}`,
    });
  return (
    <Section title="Tags" isCard>
      {tags.length > 0 && (
        <ul class="tag-list">
          {tags.map((tag) => (
            <li key={tag}>
              <a class="wrap" href={urlOf('/subscribers', { tag })}>
                {tag}
              </a>
              <Button look="bare" icon="close" label={`Remove tag ${tag}`} onClick={() => remove(tag)} />
            </li>
          ))}
        </ul>
      )}
      <AddField label="New tag" onAdd={add} />
    </Section>
  );
};
