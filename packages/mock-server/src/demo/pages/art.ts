import { type Html, html, raw } from '../../shared/values/html.ts';
import type { Motif, Product } from '../catalogue.ts';

/** The picture of a product, as inline SVG. Its colors are attributes, since the policy allows no inline styles. */
export function artOf(product: Product, shape: 'square' | 'wide' = 'wide'): Html {
  const { name, motif, colors } = product;
  const [background, main, dark, light] = colors;
  const picture = gear[motif] ?? bag;
  const palette = { main, dark, light, motif };
  return html`<svg class="art" viewBox="${shape === 'wide' ? '-40 0 320' : '0 0 240'} 240" role="img" aria-label="${name}" focusable="false">
<rect x="-40" width="320" height="240" fill="${background}"/>
<ellipse cx="120" cy="213" rx="74" ry="9" fill="${dark}" opacity=".16"/>
${picture(palette)}</svg>`;
}

interface Palette {
  readonly main: string;
  readonly dark: string;
  readonly light: string;
  readonly motif: Motif;
}

/** A bag of coffee with a folded top, a tin tie, and a label with the coffee's motif. */
const bag = ({ main, dark, light, motif }: Palette) => html`
<path d="M68 62 L172 62 L178 206 Q178 213 171 213 L69 213 Q62 213 62 206 Z" fill="${main}"/>
<path d="M150 62 L172 62 L178 206 Q178 213 171 213 L156 213 Z" fill="${dark}" opacity=".28"/>
<path d="M68 62 L72 34 Q73 30 77 30 L163 30 Q167 30 168 34 L172 62 Z" fill="${dark}"/>
<path d="M68 62 L72 34 Q73 30 77 30 L163 30 Q167 30 168 34 L172 62 Z" fill="${main}" opacity=".45"/>
<rect x="60" y="55" width="120" height="9" rx="4.5" fill="${light}"/>
<rect x="60" y="55" width="120" height="9" rx="4.5" fill="${dark}" opacity=".12"/>
<circle cx="120" cy="84" r="4.5" fill="none" stroke="${dark}" stroke-width="2" opacity=".55"/>
<rect x="79" y="102" width="82" height="86" rx="6" fill="${light}"/>
${raw(motifs[motif]?.(main, dark) ?? '')}
<rect x="92" y="166" width="56" height="4" rx="2" fill="${dark}"/>
<rect x="102" y="175" width="36" height="3" rx="1.5" fill="${dark}" opacity=".5"/>`;

/** Pictures on labels, drawn between (87, 108) and (153, 160). */
const motifs: Partial<Record<Motif, (main: string, dark: string) => string>> = {
  waves: (main, dark) => `<circle cx="120" cy="126" r="13" fill="${main}"/>
<g fill="none" stroke="${dark}" stroke-width="4" stroke-linecap="round"><path d="M91 142q7-7 14.500 0t14.500 0 14.500 0 14.500 0"/>
<path d="M91 154q7-7 14.500 0t14.500 0 14.500 0 14.500 0" opacity=".55"/></g>`,
  sun: (main, dark) => `<circle cx="120" cy="134" r="14" fill="${main}"/>
<g stroke="${main}" stroke-width="4" stroke-linecap="round"><path d="M120 110v4M120 154v4M96 134h4M140 134h4M103 117l3 3M134 148l3 3M137 117l-3 3M106 148l-3 3"/></g>
<path d="M90 158h60" stroke="${dark}" stroke-width="3" stroke-linecap="round"/>`,
  moon: (main, dark) => `<path d="M129 112a22 22 0 1 0 12 38 19 19 0 0 1-12-38z" fill="${main}"/>
<g fill="${dark}"><circle cx="142" cy="120" r="2.500"/><circle cx="149" cy="134" r="1.800"/><circle cx="134" cy="130" r="1.800"/></g>`,
  peaks: (main, dark) => `<path d="M88 158l22-42 13 24 9-14 20 32z" fill="${main}"/>
<path d="M110 116l-8 15 7-3 5 5 4-4z" fill="#fff" opacity=".85"/><path d="M88 158h64" stroke="${dark}" stroke-width="3" stroke-linecap="round"/>`,
  lantern: (main, dark) => `<path d="M120 108v6" stroke="${dark}" stroke-width="3" stroke-linecap="round"/>
<path d="M106 118h28l-4-5h-20zM106 156h28l-3 4h-22z" fill="${dark}"/><rect x="104" y="119" width="32" height="36" rx="12" fill="${main}"/>
<path d="M120 128c6 7 7 10 7 14a7 7 0 0 1-14 0c0-4 1-7 7-14z" fill="#ffe9a8"/>`,
  leaf: (main, dark) => `<path d="M97 154c-4-28 16-44 46-43 1 30-16 48-46 43z" fill="${main}"/>
<path d="M95 160c10-16 20-26 36-37M112 139l1-13M119 132l14 1" fill="none" stroke="${dark}" stroke-width="3" stroke-linecap="round"/>`,
};

const gear: Partial<Record<Motif, (palette: Palette) => Html>> = {
  dripper: ({ main, dark, light }: Palette) => html`
<path d="M82 132 L158 132 L172 198 Q174 212 160 212 L80 212 Q66 212 68 198 Z" fill="#fff" opacity=".75"/>
<path d="M73 172 L167 172 L172 198 Q174 212 160 212 L80 212 Q66 212 68 198 Z" fill="${light}"/>
<path d="M160 146q28 2 24 26-3 18-20 18" fill="none" stroke="${dark}" stroke-width="7" stroke-linecap="round"/>
<path d="M82 132 L158 132 L172 198 Q174 212 160 212 L80 212 Q66 212 68 198 Z" fill="none" stroke="${dark}" stroke-width="3" opacity=".35"/>
<rect x="72" y="122" width="96" height="10" rx="5" fill="${dark}"/>
<path d="M66 62 L174 62 L138 122 L102 122 Z" fill="${main}"/>
<path d="M140 62 L174 62 L138 122 L126 122 Z" fill="${dark}" opacity=".35"/>
<path d="M76 62 L164 62 L156 46 L84 46 Z" fill="#fff"/><path d="M100 46l8 16M120 46v16M140 46l-8 16" stroke="${main}" stroke-width="2" opacity=".35"/>`,
  filters: ({ main, dark, light }: Palette) => html`
<path d="M54 92 L186 92 L150 206 Q148 213 141 213 L99 213 Q92 213 90 206 Z" fill="${dark}" opacity=".25" transform="translate(10 -8)"/>
<path d="M48 84 L180 84 L146 204 Q144 212 136 212 L92 212 Q84 212 82 204 Z" fill="${light}"/>
<path d="M48 84 L180 84 L176 98 L52 98 Z" fill="${main}" opacity=".25"/>
<path d="M114 84 L110 212 M82 84 L96 212 M146 84 L130 212" stroke="${main}" stroke-width="2" opacity=".35"/>
<rect x="70" y="128" width="88" height="40" rx="5" fill="${main}"/>
<rect x="82" y="140" width="64" height="5" rx="2.5" fill="${light}"/><rect x="92" y="152" width="44" height="4" rx="2" fill="${light}" opacity=".7"/>`,
  mug: ({ main, dark, light }: Palette) => html`
<path d="M166 108q40-2 36 34-4 32-40 32" fill="none" stroke="${main}" stroke-width="13" stroke-linecap="round"/>
<path d="M62 84 L170 84 L166 196 Q165 212 149 212 L83 212 Q67 212 66 196 Z" fill="${main}"/>
<path d="M146 84 L170 84 L166 196 Q165 212 149 212 L140 212 Z" fill="${dark}" opacity=".35"/>
<rect x="56" y="76" width="120" height="13" rx="6.5" fill="${dark}"/>
<path d="M80 128q9-9 18 0t18 0 18 0 18 0M80 146q9-9 18 0t18 0 18 0 18 0" fill="none" stroke="${light}" stroke-width="5" stroke-linecap="round" opacity=".9"/>
<g fill="none" stroke="${dark}" stroke-width="5" stroke-linecap="round" opacity=".35"><path d="M96 60q-8-10 0-18t0-16M120 60q-8-10 0-18t0-16M144 60q-8-10 0-18t0-16"/></g>`,
};

/** The picture behind the shop's greeting: a harbour at sunrise. It has no meaning of its own. */
export const harbour = html`<svg class="harbour" viewBox="0 0 520 320" aria-hidden="true" focusable="false" preserveAspectRatio="xMidYMax slice">
<circle cx="350" cy="178" r="76" fill="#f4c95d"/><circle cx="350" cy="178" r="108" fill="#f4c95d" opacity=".22"/>
<path d="M0 206 L70 150 L128 196 L196 128 L286 206 Z" fill="#1f5a56" opacity=".75"/>
<path d="M300 206 L392 142 L440 176 L520 118 L520 206 Z" fill="#174845" opacity=".8"/>
<rect y="206" width="520" height="114" fill="#0f3a38"/>
<g stroke="#f4c95d" stroke-width="5" stroke-linecap="round" opacity=".8"><path d="M292 222h116M312 240h78M328 258h44M338 276h24"/></g>
<g stroke="#8fc7bd" stroke-width="4" stroke-linecap="round" opacity=".4"><path d="M28 232h70M150 250h90M56 276h50M430 236h60M420 284h70M180 296h60"/></g>
<path d="M96 232h128l-18 26h-92z" fill="#f6efe2"/><path d="M164 130v98M164 138l46 80h-46z" stroke="#f6efe2" stroke-width="4" fill="#e2703a"/><path d="M156 150l-36 68h36z" fill="#f6efe2"/>
</svg>`;

/** The shop's mark: a bean under a wave. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><circle cx="16" cy="16" r="16" fill="currentColor"/>
<ellipse cx="16" cy="16" rx="7" ry="10" transform="rotate(28 16 16)" fill="#f4c95d"/><path d="M20 8q-6 4-4 8t-4 8" fill="none" stroke="#0f3a38" stroke-width="2" stroke-linecap="round"/></svg>`;
