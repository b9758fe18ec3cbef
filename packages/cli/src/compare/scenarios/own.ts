import { type Step, scenariosOf } from '../scenario.ts';

const TAG = 'trickle-compare';
const LONG = 'long'.repeat(64);

const upsert = (body: Readonly<Record<string, unknown>>): Step => ({ call: 'subscribers.upsert', body });
const ann = (body: Readonly<Record<string, unknown>> = {}): Step => upsert({ email: '{ann}', ...body });
const getAnn: Step = { call: 'subscribers.get', path: ['{ann}'] };

/** Scenarios that create, change and delete subscribers. */
export const OWN = scenariosOf('own', {
  'subscribers.create': { proves: ['U-34', 'U-51'], steps: [ann(), getAnn] },
  'subscribers.every-attribute': {
    steps: [
      ann({
        first_name: 'Trickle',
        last_name: 'Compare',
        address1: '1 Test Street',
        address2: 'Floor 2',
        city: 'Testville',
        state: 'MN',
        zip: '55802',
        country: 'United States',
        phone: '218 555 0100',
        user_id: '{ann}',
        time_zone: 'America/Chicago',
        eu_consent: 'granted',
        eu_consent_message: 'I agree to the test',
        prospect: false,
        base_lead_score: 40,
        tags: [TAG],
        ip_address: '203.0.113.9',
      }),
      getAnn,
      ann({ first_name: 'Second' }),
      getAnn,
    ],
  },
  'subscribers.three-names': {
    proves: ['U-45'],
    steps: [
      { ...ann(), save: { id: 'subscribers.0.id' } },
      { call: 'subscribers.get', path: ['{id}'] },
      upsert({ id: '{id}', last_name: 'Compare' }),
      upsert({ id: '{id}', email: '{bob}' }),
      upsert({ id: 'nobody-compare' }),
      upsert({ visitor_uuid: 'nobody-compare' }),
    ],
  },
  'subscribers.case-of-addresses': {
    proves: ['U-41'],
    steps: [upsert({ email: '{ANN}' }), ann(), getAnn, { call: 'subscribers.get', path: ['{ANN}'] }],
  },
  'subscribers.null-and-empty': {
    proves: ['U-35'],
    steps: [
      ann({ first_name: 'Trickle', last_name: 'Compare', city: 'Testville' }),
      ann({ first_name: null, last_name: '', city: ' ', time_zone: '', tags: null }),
      getAnn,
    ],
  },
  'subscribers.neighbouring-types': {
    proves: ['U-36'],
    steps: [
      ann({ zip: 55802, phone: true, base_lead_score: '40', prospect: 'no' }),
      ann({ tags: TAG, eu_consent: 'GRANTED' }),
      ann({ base_lead_score: 1.5 }),
      ann({ first_name: { nonsense: 1 } }),
      getAnn,
    ],
  },
  'subscribers.maps-of-php': {
    proves: ['U-36', 'U-142'],
    steps: [
      ann({ tags: { 0: TAG } }),
      ann({ custom_fields: [] }),
      ann({ custom_fields: ['nonsense'] }),
      getAnn,
    ],
  },
  'subscribers.several-errors': {
    proves: ['U-37'],
    steps: [
      ann({ time_zone: 'nonsense', eu_consent: 'nonsense', base_lead_score: 'nonsense', tags: [5, {}] }),
      getAnn,
    ],
  },
  'subscribers.mobile-numbers': {
    proves: ['U-140'],
    steps: ['+12065550100', '206 555 0100', '+442079460958', 'nonsense', '+18005550100'].map((sms_number) =>
      ann({ sms_number, sms_consent: true }),
    ),
  },
  'subscribers.time-zones': {
    proves: ['U-141'],
    steps: ['America/New_York', 'america/chicago', 'US/Pacific', '+02:00', 'PST', 'nonsense'].map(
      (time_zone) => ann({ time_zone }),
    ),
  },
  'subscribers.user-ids': {
    proves: ['U-12'],
    steps: [
      ann({ user_id: '{ann}' }),
      upsert({ email: '{bob}', user_id: '{ann}' }),
      { call: 'subscribers.get', path: ['{bob}'] },
      ann({ user_id: '' }),
    ],
  },
  'subscribers.new-address': {
    proves: ['U-12'],
    steps: [
      ann(),
      ann({ new_email: '{bob}' }),
      getAnn,
      { call: 'subscribers.get', path: ['{bob}'] },
      upsert({ email: '{cal}' }),
      upsert({ email: '{bob}', new_email: '{cal}' }),
      upsert({ email: '{bob}', new_email: 'nonsense' }),
    ],
  },
  'subscribers.status': {
    proves: ['U-10'],
    steps: [
      ann({ status: 'unsubscribed' }),
      ann({ last_name: 'Compare' }),
      ann({ initial_status: 'active' }),
      ann({ status: 'active' }),
      ann({ status: 'nonsense' }),
      upsert({ email: '{bob}', initial_status: 'unsubscribed' }),
    ],
  },
  'subscribers.unsubscribe-all': {
    proves: ['U-03', 'U-10'],
    steps: [
      ann(),
      { call: 'subscribers.unsubscribeAll', path: ['{ann}'], alter: { text: 'nonsense' } },
      { call: 'subscribers.unsubscribeAll', path: ['{ann}'] },
      getAnn,
      ann({ status: 'active' }),
    ],
  },
  'subscribers.remove': {
    proves: ['U-05', 'U-54'],
    steps: [
      ann(),
      { call: 'subscribers.remove', path: ['{ann}'] },
      { call: 'subscribers.remove', path: ['{ann}'], query: { campaign_id: '' } },
      { call: 'subscribers.remove', path: ['{ann}'], query: { campaign_id: 'nobody-compare' } },
      {
        call: 'subscribers.remove',
        path: ['{ann}'],
        alter: { path: '/v2/{account}/subscribers/{ann}/unsubscribe' },
      },
      getAnn,
    ],
  },
  'subscribers.delete': {
    proves: ['U-10'],
    steps: [
      { ...ann(), save: { id: 'subscribers.0.id' } },
      { call: 'subscribers.delete', path: ['{ann}'] },
      { call: 'subscribers.delete', path: ['{ann}'] },
      getAnn,
      { call: 'subscribers.get', path: ['{id}'] },
      ann(),
    ],
  },
  'subscribers.list': {
    proves: ['U-40'],
    steps: [
      ann({ tags: ['trickle-compare-list'] }),
      upsert({ email: '{bob}', tags: ['trickle-compare-list', TAG] }),
      upsert({ email: '{cal}', tags: ['trickle-compare-list'], status: 'unsubscribed' }),
      ...['all', 'active', 'unsubscribed', 'active_or_unsubscribed', 'undeliverable', 'removed'].map(
        (status): Step => ({ call: 'subscribers.list', query: { status, tags: 'trickle-compare-list' } }),
      ),
      { call: 'subscribers.list', query: { tags: 'trickle-compare-list', per_page: 1, page: 2 } },
      { call: 'subscribers.list', query: { tags: 'trickle-compare-list,nonsense' } },
    ],
  },
  'subscribers.media-types': {
    proves: ['U-42'],
    steps: ['text/plain', 'application/json', 'application/x-www-form-urlencoded'].map((type) => ({
      ...ann(),
      alter: { headers: { 'content-type': type } },
    })),
  },
  'subscribers.unknown-members': {
    proves: ['U-02'],
    steps: [ann({ nonsense: 'blue', potential_lead: false }), getAnn],
  },
  'subscribers.lengths': {
    proves: ['U-320'],
    steps: [
      ann({ first_name: LONG }),
      ann({ user_id: LONG }),
      ann({ custom_fields: { [LONG]: 'blue' } }),
      getAnn,
    ],
  },
  'subscribers.lead-score': {
    proves: ['U-31'],
    steps: [ann({ base_lead_score: 10 }), ann({ base_lead_score: -5 }), ann({ prospect: false }), getAnn],
  },
  'subscribers.batch': {
    proves: ['U-08'],
    steps: [
      {
        call: 'subscribers.upsertBatch',
        body: [{ email: '{ann}', tags: [TAG] }, { email: 'nonsense' }, { email: '{bob}' }],
      },
      { ...getAnn, until: { at: 'subscribers.0.id' } },
      { call: 'subscribers.get', path: ['{bob}'], until: { at: 'subscribers.0.id' } },
    ],
  },
  'unsubscribes.batch': {
    steps: [
      ann(),
      { call: 'unsubscribes.createBatch', body: [{ email: '{ann}' }] },
      { ...getAnn, until: { at: 'subscribers.0.status', not: 'active' } },
    ],
  },
  'tags.apply': {
    proves: ['U-09'],
    steps: [
      { call: 'tags.apply', body: { email: '{ann}', tag: TAG } },
      { call: 'tags.apply', body: { email: '{ann}', tag: TAG } },
      getAnn,
      { call: 'tags.remove', path: ['{ann}', TAG] },
      { call: 'tags.remove', path: ['{ann}', TAG] },
      { call: 'tags.remove', path: ['{bob}', TAG] },
      getAnn,
    ],
  },
  'tags.spelling': {
    proves: ['U-143', 'U-320'],
    steps: [
      { call: 'tags.apply', body: { email: '{ann}', tag: ' Trickle-Compare  Blue ' } },
      { call: 'tags.apply', body: { email: '{ann}', tag: 'trickle-compare  blue' } },
      { call: 'tags.apply', body: { email: '{ann}', tag: ' ' } },
      { call: 'tags.apply', body: { email: '{ann}', tag: LONG } },
      ann({ tags: ['', TAG, TAG], remove_tags: ['Trickle-Compare  Blue'] }),
      getAnn,
    ],
  },
  'tags.capitals': { steps: [ann({ tags: ['Trickle-Compare Blue'] }), getAnn] },
  'tags.encoded-paths': {
    proves: ['U-04'],
    steps: [
      ann({ tags: ['trickle compare', 'trickle/compare', 'trickle+compare'] }),
      { call: 'tags.remove', path: ['{ann}', 'trickle compare'] },
      { call: 'tags.remove', path: ['{ann}', 'trickle/compare'] },
      getAnn,
      {
        call: 'tags.remove',
        path: ['{ann}', TAG],
        alter: { path: '/v2/{account}/subscribers/{ann}/tags/trickle+compare' },
      },
      getAnn,
    ],
  },
  'tags.too-many': {
    proves: ['U-143', 'U-154'],
    steps: [ann({ tags: Array.from({ length: 251 }, (_, i) => `trickle-compare-${i}`) }), getAnn],
  },
});
