import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formData } from '../../../store/records/forms.ts';
import { readableColors } from './look.ts';
import { type Markup, prepareForm } from './prepare.ts';

type Given = Parameters<typeof formData>[0];

/** All elements with a name in a tree of markup. */
function find(name: string, pieces: readonly Markup[]): Exclude<Markup, string>[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const [tag, , ...contents] = piece;
    return [...(tag === name ? [piece] : []), ...find(name, contents)];
  });
}

const widget = { orientation: 'lightbox' };
const row = {
  id: '1',
  parentId: null,
  name: '',
  status: 'active',
  createdAt: '2026-01-01T00:00:00Z',
  sendAt: null,
} as const;
const prepared = (given: Given) => prepareForm({ ...row, data: formData(given) });

// U-82
describe('path lists of forms', () => {
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
  ])('the list %j matches %j and not %j', (paths, yes, no) => {
    const expression = new RegExp(
      prepared({ ...widget, whitelist: paths, is_whitelist_enabled: true }).paths,
    );
    const hidden = new RegExp(prepared({ ...widget, blacklist: paths, is_blacklist_enabled: true }).paths);
    expect(yes.filter((path) => hidden.test(path))).toEqual([]);
    expect(no.filter((path) => !hidden.test(path))).toEqual([]);
    expect(yes.filter((path) => !expression.test(path))).toEqual([]);
    expect(no.filter((path) => expression.test(path))).toEqual([]);
  });

  it("a list with a path's own text matches the path", () => {
    const part = fc.string({ minLength: 1 }).map((text) => text.replaceAll(/[/*\n\r\u2028\u2029]/g, '-'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.array(part), (parts, others) => {
        const path = `/${parts.join('/')}`;
        const isShown = (whitelist: string[], at: string) =>
          new RegExp(prepared({ ...widget, whitelist }).paths).test(at);
        expect(isShown([...others, path], path)).toBe(true);
        expect(isShown([path], `${path}/more`)).toBe(false);
      }),
    );
  });

  it('path lists apply only if they are enabled, and hidden paths take precedence', () => {
    const lists = { ...widget, whitelist: ['/a', '/b'], blacklist: ['/b', '/c'] };
    const met = (form: Given) =>
      ['/a', '/b', '/c', '/d'].filter((at) => new RegExp(prepared(form).paths).test(at));
    expect(met({ ...lists, is_whitelist_enabled: false, is_blacklist_enabled: false })).toHaveLength(4);
    expect(met({ ...lists, is_blacklist_enabled: false })).toEqual(['/a', '/b']);
    expect(met({ ...lists, is_whitelist_enabled: false })).toEqual(['/a', '/d']);
    expect(met(lists)).toEqual(['/a']);
  });

  it('path lists are empty if the widget is disabled or the form is in the page', () => {
    const met = (form: Given) => new RegExp(prepared(form).paths).test('/');
    expect(met(widget)).toBe(true);
    expect(met({ ...widget, is_widget_enabled: false })).toBe(false);
    expect(met({ orientation: 'embedded', is_widget_enabled: true })).toBe(false);
  });
});

describe('forms for the page script', () => {
  const labels = (given: Given) => find('label', prepared(given).form).map((label) => label.at(-1));

  it('a form requires the email address and marks required fields if others are optional', () => {
    expect(prepared({}).form.slice(0, -1)).toEqual([
      [
        'div',
        {},
        ['label', { for: 'email' }, 'Email'],
        [
          'input',
          {
            id: 'email',
            name: 'fields[email]',
            required: true,
            autocomplete: 'email',
            'aria-label': undefined,
            placeholder: undefined,
            type: 'email',
            value: '',
          },
        ],
      ],
    ]);
    const fields = [{ name: 'first_name' }, { name: 'size', required: true, label: 'Größe' }];
    expect(labels({ fields })).toEqual(['Email *', 'First name', 'Größe *']);
    expect(labels({ fields: [{ name: 'source', type: 'hidden', value: 'shop' }] })).toEqual(['Email']);
  });

  it('hidden labels are shown inside the inputs', () => {
    const fields = [
      { name: 'size', type: 'select' as const, options: ['S', 'M'], value: 'M' },
      { name: 'note', type: 'textarea' as const },
    ];
    const { form: inputs } = prepared({ show_labels: false, fields });
    expect(find('label', inputs)).toEqual([]);
    expect(find('input', inputs)[0]?.[1]).toMatchObject({ 'aria-label': 'Email *', placeholder: 'Email *' });
    expect(find('textarea', inputs)[0]?.[1]).toMatchObject({ 'aria-label': 'Note', placeholder: 'Note' });
    expect(find('select', inputs)[0]?.[1]).toMatchObject({ 'aria-label': 'Size' });
    expect(find('option', inputs).map(([, { value, selected }, text]) => [value, selected, text])).toEqual([
      ['', undefined, 'Size'],
      ['S', false, 'S'],
      ['M', true, 'M'],
    ]);
  });

  // U-187
  it("a list starts with the placeholder from the form's texts", () => {
    const fields = [{ name: 'size', type: 'select' as const, options: ['S'] }];
    const first = (given: Given) => find('option', prepared(given).form)[0];
    expect(first({ fields })).toEqual(['option', { value: '' }, 'Choose…']);
    expect(first({ fields, texts: { choose: 'Bitte wählen' } })).toEqual([
      'option',
      { value: '' },
      'Bitte wählen',
    ]);
  });

  it('empty headlines, descriptions and confirmations are omitted', () => {
    const { head, form, confirmation, label, tab } = prepared({
      button_text: 'Go',
      confirmation_heading: 'Done',
    });
    expect(find('h2', head)).toEqual([]);
    expect(find('p', [...form, ...confirmation])).toEqual([]);
    expect([label, tab.at(-1), confirmation]).toEqual(['Go', 'Go', [['strong', {}, 'Done']]]);
  });

  it('a date always shows its label, because date inputs have no placeholder', () => {
    const { form: inputs } = prepared({
      show_labels: false,
      fields: [{ name: 'birthday', type: 'date' as const }],
    });
    expect(find('label', inputs)).toEqual([['label', { for: 'birthday' }, 'Birthday']]);
    expect(find('input', inputs)[1]?.[1]).toMatchObject({ 'aria-label': undefined, placeholder: undefined });
  });

  it('the consent box is one of the inputs, and means no if it stays empty', () => {
    const inputs = find('input', prepared({ eu_consent: 'I agree' }).form).slice(1);
    expect(inputs.map(([, { type, name, value }]) => [type, name, value])).toEqual([
      ['hidden', 'fields[eu_consent]', 'denied'],
      ['hidden', 'fields[eu_consent_message]', 'I agree'],
      ['checkbox', 'fields[eu_consent]', 'granted'],
    ]);
  });

  it('tags are not exposed, and labels are readable', () => {
    const form = prepared({ tags: ['secret'], opacity: 0.1 });
    expect(JSON.stringify(form)).not.toContain('secret');
    expect(form.styles).toContain(
      '--p:rgb(51, 51, 51);--h:rgb(255, 255, 255);--t:rgb(255, 255, 255);--b:rgb(51, 51, 51);--c:rgb(17, 24, 39);',
    );
    expect(form.styles).toContain('--o:0.65;');
    expect(prepared({ opacity: 0.8 }).styles).toContain('--o:0.8;');
  });
});

describe('form colors', () => {
  it.each([
    ['#333333', '#ffffff', 'rgb(255, 255, 255)'],
    ['#333', '#444', 'rgb(255, 255, 255)'],
    ['#ffd400', '#fff', 'rgb(0, 0, 0)'],
    ['#ffd400', '#102030', 'rgb(16, 32, 48)'],
    ['url(https://x.test)', 'red', 'rgb(255, 255, 255)'],
  ])('a headline on the color %s with the secondary color %s is %s', (primary, secondary, headline) => {
    const settings = { primary_color: primary, secondary_color: secondary };
    expect(readableColors(settings).light.headline).toBe(headline);
  });

  it('text is always readable, in both color schemes', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(fc.array(color, { minLength: 3, maxLength: 5 }), (colors) => {
        const [primary_color = '', secondary_color = '', button_text_color, ...grounds] = colors;
        const [background_color, dark_background_color] = grounds;
        const settings = {
          ...{ primary_color, secondary_color, button_text_color },
          ...{ background_color, dark_background_color },
        };
        for (const colors of Object.values(readableColors(settings))) {
          const { back, headline, text, border, title, ink, quiet, alert, ground } = colors;
          expect(contrast(back, headline)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(back, text)).toBeGreaterThanOrEqual(4.5);
          for (const words of [title, ink, quiet, alert])
            expect(contrast(ground, words)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(border, ground)).toBeGreaterThanOrEqual(3);
          if (contrast(back, ground) >= 3) expect(border).toBe(back);
        }
      }),
    );
  });

  it('the text color of the button is the chosen one if it is readable', () => {
    const textOf = (button_text_color: string) =>
      readableColors({ primary_color: '#102030', secondary_color: '#fff', button_text_color }).light.text;
    expect(textOf('#ffd400')).toBe('rgb(255, 212, 0)');
    expect(textOf('#112131')).toBe('rgb(255, 255, 255)');
  });
});

describe('the look of a form', () => {
  const plain = prepared({}).css;
  const HEADING = 'strong{font-size:1.25em}';

  it('a form without settings of its look has only the rules of its orientation', () => {
    expect(prepared({}).styles).toContain('color-scheme:light;');
    // For when its place cannot have the focus.
    expect(prepared({ confirmation_heading: '' }).css).toMatch(/^dialog\{[^}]*\}::backdrop\{[^}]*\}$/);
    // The confirmation has a heading by default.
    expect(plain).toBe(`${prepared({ confirmation_heading: '' }).css}${HEADING}`);
    expect(prepared({ orientation: 'bottom_left_tab' }).css).not.toContain('dialog{');
  });

  it('a background is that of its scheme, and the scheme that of its background', () => {
    const appearance = { background_color: '#102030', dark_background_color: '#fff3e0' };
    const { styles } = prepared({ appearance });
    expect(styles).toMatch(/^color-scheme:dark;.*;--g:rgb\(16, 32, 48\);/);
    const auto = prepared({ appearance: { ...appearance, color_scheme: 'auto' } });
    expect(auto.css).toMatch(/color-scheme:light;.*;--g:rgb\(255, 243, 224\)/);
  });

  it.each([
    [{}, 0],
    [{ popup_trigger: 'time', scroll_depth: 80 }, 0],
    [{ popup_trigger: 'scroll_depth' }, 50],
    [{ popup_trigger: 'scroll_depth', scroll_depth: 100 }, 100],
    [{ popup_trigger: 'exit_intent' }, 101],
  ] as const)('a form with the trigger %j opens at %i', (given, popup_at) => {
    expect(prepared(given).popup_at).toBe(popup_at);
  });

  it.each([
    ['in the label of the consent', { eu_consent: 'I agree.' }, 'span'],
    ['below the fields without consent', {}, 'p'],
  ])('the privacy policy is linked %s', (_, given, parent) => {
    const texts = { privacy: 'Datenschutz' };
    const { form } = prepared({ ...given, privacy_url: 'https://shop.test/privacy', texts });
    const [link] = find('a', find(parent, form));
    expect(link).toEqual([
      'a',
      expect.objectContaining({ href: 'https://shop.test/privacy' }),
      'Datenschutz',
    ]);
    expect(find('a', prepared(given).form)).toEqual([]);
  });

  it('a dark form has the dark colors, and one of both schemes has them for visitors who use them', () => {
    const dark = prepared({ appearance: { color_scheme: 'dark' } });
    expect(dark).toMatchObject({ css: plain, styles: expect.stringContaining('color-scheme:dark;') });
    const auto = prepared({ appearance: { color_scheme: 'auto' } });
    expect(auto.styles).toContain('color-scheme:light;');
    expect(auto.css).toMatch(/@media\(prefers-color-scheme:dark\)\{section>\*\{color-scheme:dark;/);
  });

  it('radius, space and font are values of the form', () => {
    const appearance = { corner_radius: 0, spacing: 1.5, font_family: "Georgia, 'Times New Roman', serif" };
    expect(prepared({ appearance }).styles).toMatch(
      /;--r:0px;--s:1\.5;--f:Georgia, 'Times New Roman', serif$/,
    );
  });

  it('an image comes before the headline, and needs no words', () => {
    const form = prepared({ headline: 'News', appearance: { image_url: 'https://shop.test/cup.png' } });
    expect(form.head.slice(1)).toEqual([
      ['img', { src: 'https://shop.test/cup.png', alt: '' }],
      ['h2', {}, 'News'],
    ]);
  });

  it('the confirmation has a code with a button, if the form has one', () => {
    const texts = { copy: 'Kopieren', copied: 'Kopiert' };
    const form = prepared({ confirmation_code: 'SPRING10', texts });
    expect(find('code', form.confirmation)).toEqual([['code', {}, 'SPRING10']]);
    expect(find('button', form.confirmation)).toEqual([
      ['button', { class: 's', type: 'button' }, 'Kopieren'],
    ]);
    expect(form.texts.copied).toBe('Kopiert');
  });
});

/** The contrast as WCAG defines it, implemented independently. */
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
