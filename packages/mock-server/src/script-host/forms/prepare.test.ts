import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formData } from '../../domain/record-defaults.ts';
import { readableColors } from './colors.ts';
import { pathsAsExpression, prepareForm } from './prepare.ts';

type Given = Parameters<typeof formData>[0];

const prepared = (given: Given) =>
  prepareForm({
    id: '1',
    parentId: null,
    name: '',
    status: 'active',
    createdAt: '2026-01-01T00:00:00Z',
    sendAt: null,
    data: formData(given),
  });

// U-82
describe('paths of a form', () => {
  it.each([
    [['/'], ['/'], ['/a', '/index']],
    [['/blog'], ['/blog', '/blog/'], ['/', '/blog/a', '/blogs', '/a/blog']],
    [['/blog/*'], ['/blog/', '/blog/a', '/blog/a/b'], ['/blog', '/blogs/a']],
    [
      ['blog/', '/*/cart'],
      ['/blog', '/de/cart'],
      ['/cart', '/de/cart/1'],
    ],
    [['/a.b(c)'], ['/a.b(c)'], ['/aXb(c)']],
    [['*'], ['/', '/anything/at/all'], []],
    [[], [], ['/', '/a', '']],
  ])('%j are met by %j and not by %j', (paths, yes, no) => {
    const expression = new RegExp(pathsAsExpression(paths));
    expect(yes.filter((path) => !expression.test(path))).toEqual([]);
    expect(no.filter((path) => expression.test(path))).toEqual([]);
  });

  it('are met by themselves, whatever is in them', () => {
    const part = fc.string({ minLength: 1 }).map((text) => text.replaceAll(/[/*\n\r\u2028\u2029]/g, '-'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.array(part), (parts, others) => {
        const path = `/${parts.join('/')}`;
        expect(new RegExp(pathsAsExpression([...others, path])).test(path)).toBe(true);
        expect(new RegExp(pathsAsExpression([path])).test(`${path}/more`)).toBe(false);
      }),
    );
  });

  it('count only where they are switched on', () => {
    const lists = { whitelist: ['/a'], blacklist: ['/b'] };
    const off = { ...lists, is_whitelist_enabled: false, is_blacklist_enabled: false };
    expect(prepared(off)).toMatchObject({ shown_on: undefined, hidden_on: undefined });
    expect(prepared(lists)).toMatchObject({ shown_on: '^(?:/a)/*$', hidden_on: '^(?:/b)/*$' });
  });
});

describe('a form as pages get it', () => {
  it('asks for the email address, and marks what is required where not all is', () => {
    const [email] = prepared({}).fields;
    expect(email).toMatchObject({ name: 'email', label: 'Email', type: 'email', required: true });
    expect(email?.autocomplete).toBe('email');
    const fields = [{ name: 'first_name' }, { name: 'size', required: true, label: 'Größe' }];
    expect(prepared({ fields }).fields.map(({ label }) => label)).toEqual([
      'Email *',
      'First name',
      'Größe *',
    ]);
  });

  it('has the box for consent among its fields, and no when it stays empty', () => {
    expect(prepared({ eu_consent: 'I agree' }).fields.slice(1)).toEqual([
      { name: 'eu_consent', type: 'hidden', value: 'denied', label: '' },
      { name: 'eu_consent_message', type: 'hidden', value: 'I agree', label: '' },
      { name: 'eu_consent', type: 'checkbox', value: 'granted', label: 'I agree' },
    ]);
  });

  it('does not tell of its tags, and has labels that can be read', () => {
    const form = prepared({
      tags: ['secret'],
      opacity: 0.1,
      is_widget_enabled: true,
      orientation: 'embedded',
    });
    expect(JSON.stringify(form)).not.toContain('secret');
    expect(form).toMatchObject({ opacity: 0.65, is_widget: false });
    expect(prepared({ orientation: 'lightbox' }).is_widget).toBe(true);
  });
});

describe('colors', () => {
  it.each([
    ['#333333', '#ffffff', 'rgb(255, 255, 255)'],
    ['#333', '#444', 'rgb(255, 255, 255)'],
    ['#ffd400', '#fff', 'rgb(0, 0, 0)'],
    ['#ffd400', '#102030', 'rgb(16, 32, 48)'],
    ['url(https://x.test)', 'red', 'rgb(255, 255, 255)'],
  ])('%s behind %s gives a headline of %s', (primary, secondary, headline) => {
    expect(readableColors(primary, secondary).headline).toBe(headline);
  });

  it('can be read always', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, color, (primary, secondary) => {
        const { back, headline, text, border } = readableColors(primary, secondary);
        expect(contrast(back, headline)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(back, text)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(border, 'rgb(255, 255, 255)')).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

/** As the guidelines define it, written once more. */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((color) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
