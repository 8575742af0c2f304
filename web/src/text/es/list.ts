import type { list as english } from '../en/list.ts';
import { plural } from '../format.ts';
import type { Translated } from '../translated.ts';

export const list: Translated<typeof english> = {
  columns: 'Columnas',
  chooseColumns: 'Elegir columnas',
  select: (row) => `Seleccionar ${row}`,
  selectAll: 'Seleccionar todas las filas',
  selected: (count) => plural(count, { one: '# seleccionada', other: '# seleccionadas' }),
  clear: 'Quitar la selección',
  bulk: 'Acciones para la selección',
  rows: (count) => plural(count, { one: '# fila', other: '# filas' }),
  loaded: (count) => plural(count, { one: '# fila cargada', other: '# filas cargadas' }),
  printed: (count) =>
    plural(count, {
      one: 'Solo se imprime la primera fila. Hay más.',
      other: 'Solo se imprimen las primeras # filas. Hay más.',
    }),
  loadMore: 'Cargar más',
  sortedUp: 'ordenado, primero el menor',
  sortedDown: 'ordenado, primero el mayor',
  keys: 'Muévase con las flechas o con j y k. Enter abre la fila, x la selecciona.',
  clearSearch: 'Borrar la búsqueda',
  search: 'Buscar',
};
