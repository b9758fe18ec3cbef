import type { Seed } from '@trickle/mock-server';

/** A personal value that must not occur in recordings and reports. */
export const CANARY = 'canary';

export const TOKEN = `trickle_${CANARY}_token`;

const day = (number: number) => `2026-02-0${number}T10:00:00Z`;

/** An account with three records of each ordered noun, and personal values wherever possible. */
export function comparedAccount(id = '9999999'): Seed {
  return {
    accounts: [
      {
        id,
        name: `${CANARY} Shop`,
        url: `https://${CANARY}.example`,
        default_from_name: CANARY,
        default_from_email: `${CANARY}@shop.example`,
        default_postal_address: `1 ${CANARY} Street`,
        primary_email: `${CANARY}@gmail.example`,
        phone_number: '+1 202 555 0188',
        created_at: '2026-01-01T00:00:00Z',
        users: [{ email: `owner-${CANARY}@shop.example`, name: CANARY, token: TOKEN }],
        tags: ['gold', CANARY],
        custom_fields: ['plan', `${CANARY}_size`],
        subscribers: [
          {
            email: `${CANARY}.one@gmail.example`,
            first_name: CANARY,
            tags: [CANARY, 'gold'],
            custom_fields: { plan: CANARY },
          },
          { email: `${CANARY}.two@gmail.example`, status: 'unsubscribed' },
        ],
        campaigns: ['active', 'draft', 'paused'].map((status, i) => ({
          id: `11${i}`,
          name: `${CANARY} ${['Beta', 'Alpha', 'Gamma'][i]}`,
          status: status as 'active', // of the three
          created_at: day(i + 1),
          // No email is due while a scenario runs.
          start_immediately: false,
          emails: [{ subject: `Hi ${CANARY}`, html_body: `<p>${CANARY}</p>`, delay: { days: 60 } }],
          ...(i === 0 && { subscribers: [{ email: `${CANARY}.one@gmail.example` }] }),
        })),
        broadcasts: ['draft', 'scheduled', 'sent'].map((status, i) => ({
          id: `55${i}`,
          name: `${CANARY} ${['Beta', 'Alpha', 'Gamma'][i]}`,
          status: status as 'draft',
          created_at: day(i + 1),
          ...(i > 0 && { send_at: `2030-0${4 - i}-01T00:00:00Z` }),
          subject: CANARY,
          html_body: `<p>Write to ${CANARY}@gmail.example</p>`,
          text_body: CANARY,
        })),
        workflows: ['active', 'draft', 'paused'].map((status, i) => ({
          id: `22${i}`,
          name: `${CANARY} ${['Beta', 'Alpha', 'Gamma'][i]}`,
          status: status as 'active',
          created_at: day(i + 1),
          triggers: [
            { id: `90${i}`, provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: CANARY } },
          ],
          steps: [],
        })),
        forms: ['330', '331'].map((formId, i) => ({
          id: formId,
          headline: i === 0 ? CANARY : `/${CANARY}/b`,
          campaign_id: '110',
          created_at: day(i + 1),
          whitelist: [`/${CANARY}/a`, `/${CANARY}/b`],
          fields: [{ name: 'email' }],
          ...(i === 1 && { orientation: 'lightbox' as const }),
        })),
        goals: [0, 1, 2].map((i) => ({
          id: `44${i}`,
          name: `${CANARY} ${['Beta', 'Alpha', 'Gamma'][i]}`,
          url: `https://${CANARY}.example/${i}`,
          default_value: 100 * i,
          created_at: day(i + 1),
        })),
        webhooks: ['770', '771'].map((hookId, i) => ({
          id: hookId,
          post_url: `https://hooks.${CANARY}.example/${i}?token=${CANARY}`,
          events: ['subscriber.created', 'subscriber.deleted'],
          created_at: day(i + 1),
        })),
      },
    ],
  };
}
