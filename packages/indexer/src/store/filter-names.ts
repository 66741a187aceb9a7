/**
 * Names of conditions that no field can have, because they have a dot: on the ids of sentences, and on an area of the map as
 * an address of the page writes it.
 */
export const SENTENCE_ID = 'sentence.id'
export const MAP_AREA = 'map.area'
