// cspell:disable
/** The names that pseudonyms consist of. */
export const FIRST_NAMES = words(`
  Ada Alba Amos Anton Aria Asa Astrid Bela Bodil Bruno Cato Celia Clara Cora Cosmo Dario Dora Edda Eino Elias Elin Elsa
  Emil Enno Esra Ezra Fabia Felix Finn Flora Freya Gil Greta Hana Hugo Ida Ines Ingo Ira Iris Ivo Jara Jonas Juno Kai
  Kira Lars Lea Leo Lina Liv Lotte Luca Mara Mika Milo Mina Nele Nils Nora Odin Olga Oskar Otis Pia Quinn Rafa Rhea Romy
  Ruben Runa Selma Silas Sora Stina Sven Tessa Theo Tilda Timo Tova Ulla Umi Una Vera Vito Wim Yara Yuna Zeno Zoe`);

export const LAST_NAMES = words(`
  Alder Amber Anvil Apple Arrow Aspen Autumn Barley Basil Beacon Birch Bloom Branch Bridge Brook Cedar Cliff Clover Copper
  Coral Cotton Crane Creek Dale Dawn Delta Drift Dune Elder Ember Falcon Fern Field Finch Flint Forest Fountain Frost Garnet
  Glade Grove Harbor Harvest Hazel Heath Heron Hill Holly Indigo Island Ivory Jasper Juniper Lake Larch Lark Laurel Linden
  Lotus Maple Marble Meadow Mill Mist Moss Oak Olive Orchard Otter Pebble Pine Plum Poplar Quartz Rain Raven Reed Ridge
  River Robin Rowan Saffron Sage Shore Silver Sky Snow Sparrow Spring Stone Summer Thistle Valley Violet Willow Winter`);

/** Area codes of the United States, in all of which 555-0100 to 555-0199 are fictional. */
export const AREA_CODES = words(
  '201 202 203 205 206 207 208 209 212 213 214 215 216 217 218 219 224 225 228 229 234 239 240 248',
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
