/** The motif on the label of a coffee bag, or the picture of a piece of gear. */
export type Motif = 'waves' | 'sun' | 'moon' | 'peaks' | 'lantern' | 'leaf' | 'dripper' | 'filters' | 'mug';

/** A product of the demo shop. */
export interface Product {
  readonly slug: string;
  readonly name: string;
  readonly category: 'Coffee' | 'Gear';
  /** In cents. */
  readonly price: number;
  /** What the price buys, such as `250 g`. */
  readonly size: string;
  /** One line for the catalogue: origin and roast, or the material. */
  readonly summary: string;
  readonly description: string;
  /** Facts for the product page. */
  readonly facts: Readonly<Record<string, string>>;
  /** The roast, for coffees. */
  readonly roast?: 'light' | 'medium' | 'dark';
  readonly motif: Motif;
  /** The colors of the picture: background, main color, dark and light details. */
  readonly colors: readonly [background: string, main: string, dark: string, light: string];
}

export const catalogue: readonly Product[] = [
  {
    slug: 'harbour-espresso',
    name: 'Harbour Espresso',
    category: 'Coffee',
    price: 1450,
    size: '250 g',
    summary: 'Brazil and India, dark roast',
    description:
      'Our house espresso since the first roast. Heavy body, low acidity, and enough sweetness to stand up to milk.',
    facts: { Notes: 'Cocoa, roasted hazelnut, molasses', Altitude: '1,100 m', Process: 'Natural and washed' },
    roast: 'dark',
    motif: 'waves',
    colors: ['#d9e6ea', '#1f4e5f', '#12323e', '#f4c95d'],
  },
  {
    slug: 'morning-tide',
    name: 'Morning Tide',
    category: 'Coffee',
    price: 1690,
    size: '250 g',
    summary: 'Ethiopia, light roast',
    description:
      'A bright, tea-like coffee from Guji for slow mornings. Brew it as a filter, and let it cool a little first.',
    facts: { Notes: 'Bergamot, apricot, jasmine', Altitude: '2,050 m', Process: 'Washed' },
    roast: 'light',
    motif: 'sun',
    colors: ['#f8e3d0', '#e2703a', '#9c4221', '#fff1dc'],
  },
  {
    slug: 'quiet-hours',
    name: 'Quiet Hours',
    category: 'Coffee',
    price: 1550,
    size: '250 g',
    summary: 'Colombia, decaffeinated, medium roast',
    description:
      'Decaffeinated with sugar cane in Huila, close to where it grows. For the cup after dinner that lets you sleep.',
    facts: { Notes: 'Caramel, red apple, almond', Altitude: '1,700 m', Process: 'Washed, sugar cane decaf' },
    roast: 'medium',
    motif: 'moon',
    colors: ['#dfdef0', '#433e75', '#27244a', '#f3d9a4'],
  },
  {
    slug: 'high-field',
    name: 'High Field',
    category: 'Coffee',
    price: 1790,
    size: '250 g',
    summary: 'Kenya, light roast',
    description:
      'From the slopes of Mount Kenya. Juicy and sharp, like blackcurrants with a spoon of brown sugar.',
    facts: { Notes: 'Blackcurrant, grapefruit, brown sugar', Altitude: '1,850 m', Process: 'Washed' },
    roast: 'light',
    motif: 'peaks',
    colors: ['#f3dadd', '#a3324a', '#651c2e', '#ffe3c4'],
  },
  {
    slug: 'lantern-blend',
    name: 'Lantern Blend',
    category: 'Coffee',
    price: 1490,
    size: '250 g',
    summary: 'Guatemala and Honduras, medium roast',
    description: 'The coffee for every machine and every guest: round, sweet, and hard to brew badly.',
    facts: { Notes: 'Milk chocolate, orange, toffee', Altitude: '1,500 m', Process: 'Washed' },
    roast: 'medium',
    motif: 'lantern',
    colors: ['#f5e7c3', '#b9770e', '#6e4306', '#fff6df'],
  },
  {
    slug: 'forest-floor',
    name: 'Forest Floor',
    category: 'Coffee',
    price: 1620,
    size: '250 g',
    summary: 'Sumatra, dark roast',
    description:
      'Wet-hulled in Aceh. Deep, earthy and long, with almost no acidity. Made for a French press.',
    facts: { Notes: 'Cedar, dark chocolate, clove', Altitude: '1,400 m', Process: 'Wet-hulled' },
    roast: 'dark',
    motif: 'leaf',
    colors: ['#dbe8da', '#2f6b4f', '#1a402f', '#e9d8a6'],
  },
  {
    slug: 'pour-over-set',
    name: 'Pour-over Set',
    category: 'Gear',
    price: 3900,
    size: '600 ml',
    summary: 'Stoneware dripper and glass jug',
    description:
      'Everything for a good filter coffee but the kettle. Comes with a box of forty paper filters.',
    facts: { Material: 'Stoneware, borosilicate glass', Capacity: '600 ml', Care: 'Dishwasher safe' },
    motif: 'dripper',
    colors: ['#e3e1dc', '#4f5b62', '#2c3438', '#c58b5b'],
  },
  {
    slug: 'paper-filters',
    name: 'Paper Filters',
    category: 'Gear',
    price: 690,
    size: '100 pieces',
    summary: 'Unbleached, for the pour-over set',
    description:
      'Thick, unbleached paper that keeps the oils back and tastes of nothing. Rinse before brewing.',
    facts: { Material: 'Unbleached paper', Size: '02', Care: 'Compostable' },
    motif: 'filters',
    colors: ['#e6ece0', '#7a5c3e', '#4b3723', '#f2e6d3'],
  },
  {
    slug: 'dockside-mug',
    name: 'Dockside Mug',
    category: 'Gear',
    price: 1800,
    size: '350 ml',
    summary: 'Enamelled steel, two layers',
    description: 'Light, unbreakable, and warm in the hand. It has survived our own roastery for six years.',
    facts: { Material: 'Enamelled steel', Capacity: '350 ml', Care: 'Wash by hand' },
    motif: 'mug',
    colors: ['#dce7f0', '#2b5d86', '#183a55', '#ffffff'],
  },
];

/** Finds a product by its slug. */
export const productOf = (slug: string): Product | undefined =>
  catalogue.find((product) => product.slug === slug);
