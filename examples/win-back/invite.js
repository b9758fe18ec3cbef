const DAYS = 90;

/** Invites customers back who have not ordered for 90 days. Returns their number. */
export async function inviteBack(client, today) {
  const limit = new Date(today.valueOf() - DAYS * 86_400_000).toISOString().slice(0, 10);
  let invited = 0;
  for await (const { email, tags, custom_fields } of client.subscribers.list({ tags: 'customer' })) {
    const { last_order } = custom_fields;
    if (tags.includes('win-back') || last_order === undefined || last_order >= limit) continue;
    await client.subscribers.upsert({
      email,
      tags: ['win-back'],
      remove_tags: ['regular'],
      custom_fields: { offer: '15 %' },
    });
    await client.events.record({ email, action: 'Was invited back', properties: { last_order } });
    invited += 1;
  }
  return invited;
}
