import { useSignal } from '@preact/signals';
import { Button } from '../../design/button/button.tsx';
import { Section } from '../../design/page/page.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';
import type { Subscriber } from './subscriber.ts';

/** The tags of a subscriber, with a field that adds one. */
export const Tags = ({ subscriber: { email, tags } }: { readonly subscriber: Subscriber }) => {
  const draft = useSignal('');
  const add = async (event: Event) => {
    event.preventDefault();
    const tag = draft.value.trim();
    if (tag === '') return;
    const sent = await attemptRequest(`Tag “${tag}” added`, {
      method: 'POST',
      path: '/tags',
      body: { tags: [{ email, tag }] },
    });
    if (sent) draft.value = '';
  };
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
      <form class="tag-form" onSubmit={add}>
        <input
          class="input"
          aria-label="New tag"
          placeholder="New tag"
          value={draft.value}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
        />
        <Button type="submit" icon="plus">
          Add
        </Button>
      </form>
    </Section>
  );
};
