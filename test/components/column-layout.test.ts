import { describe, expect, test } from '@jest/globals';
import { type Column, cardPlaces, fitting, templateOf } from '#web/components/column-layout.ts';

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  label: id,
  cell: (row) => row,
  ...more,
});

const orders = [
  column('customer'),
  column('stop', { hideable: true }),
  column('state', { width: '130px' }),
  column('placed', { width: '120px', hideable: true }),
  column('total', { width: '100px', align: 'end' }),
];

const idsThatFit = (width: number) => fitting(orders, width).map(({ id }) => id);

describe('the columns of a list', () => {
  test('are all shown where there is room', () => {
    expect(idsThatFit(900)).toEqual(['customer', 'stop', 'state', 'placed', 'total']);
  });

  test('lose the last hideable one first where there is not', () => {
    expect(idsThatFit(660)).toEqual(['customer', 'stop', 'state', 'total']);
    expect(idsThatFit(500)).toEqual(['customer', 'state', 'total']);
  });

  test('never lose one that cannot be hidden', () => {
    expect(idsThatFit(100)).toEqual(['customer', 'state', 'total']);
  });

  test('give the first one more room than the others', () => {
    expect(templateOf(orders.slice(0, 3))).toBe('minmax(140px, 1.8fr) minmax(80px, 1fr) minmax(56px, 130px)');
  });
});

describe('a card', () => {
  test('shows the first column as title, the first figure as value and up to three others', () => {
    const places = cardPlaces([...orders, column('notes')]);
    expect(Object.fromEntries(places)).toEqual({
      customer: 'title',
      stop: 'detail',
      state: 'detail',
      placed: 'detail',
      total: 'value',
      notes: 'none',
    });
  });

  test('follows the places that columns ask for', () => {
    const places = cardPlaces([
      column('number', { card: 'none' }),
      column('customer', { card: 'title' }),
      column('total', { align: 'end', card: 'detail' }),
      column('balance', { align: 'end' }),
      column('placed', { card: 'line' }),
    ]);
    expect(Object.fromEntries(places)).toEqual({
      placed: 'line',
      number: 'none',
      customer: 'title',
      total: 'detail',
      balance: 'value',
    });
  });
});
