import type { SubscriberInput } from '@trickle/sdk';
import type { Dice } from './dice.ts';

const FIRST = (
  'Ada Ben Chloe Dev Elif Finn Grace Hugo Ines Jun Kofi Lena Mateo Nora Omar Priya Quinn Rosa ' +
  'Sami Tess Uma Viktor Wren Ximena Yara Zoe'
).split(' ');
const LAST = (
  'Abbott Brandt Castillo Dubois Eriksen Fischer Garcia Haddad Ivanova Jensen Kowalski ' +
  'Lindgren Moreau Nguyen Okafor Patel Rossi Santos Tanaka Weber'
).split(' ');
const PLACES = [
  ['Lisbon', 'Portugal', 'Europe/Lisbon'],
  ['Berlin', 'Germany', 'Europe/Berlin'],
  ['New York', 'United States', 'America/New_York'],
  ['Portland', 'United States', 'America/Los_Angeles'],
  ['Tokyo', 'Japan', 'Asia/Tokyo'],
  ['Sydney', 'Australia', 'Australia/Sydney'],
  ['London', 'United Kingdom', 'Europe/London'],
] as const;
const ROASTS = ['light', 'medium', 'dark'];
const METHODS = ['filter', 'espresso', 'french press', 'moka'];
const TAGS = ['coffee news', 'espresso', 'filter', 'gift', 'podcast', 'instagram'];

export function newcomer(dice: Dice, number: number): SubscriberInput & { readonly email: string } {
  const first = dice.pick(FIRST);
  const last = dice.pick(LAST);
  const [city, country, zone] = dice.pick(PLACES);
  return {
    email: `${first}.${last}.${number}@example.com`.toLowerCase(),
    first_name: first,
    last_name: last,
    city,
    country,
    time_zone: zone,
    tags: [...new Set([dice.pick(TAGS), dice.pick(TAGS)])],
    custom_fields: { favorite_roast: dice.pick(ROASTS), brew_method: dice.pick(METHODS) },
    ...(number % 6 === 0 && { user_id: String(2000 + number) }),
    ...(dice.happens(0.5) && { eu_consent: 'granted' as const }),
  };
}
