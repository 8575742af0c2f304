import type { home as english } from '../en/home.ts';
import type { Translated } from '../translated.ts';

const count = (value: number, one: string, other: string): string => `${value} ${value === 1 ? one : other}`;

export const home: Translated<typeof english> = {
  title: 'Inicio',
  question: '¿Cómo va la semana?',
  newOrder: 'Pedido nuevo',
  revenueThisWeek: 'Ingresos netos de esta semana',
  moneyThisWeek: 'Ventas de esta semana',
  againstLastWeek: (amount) => `${amount} la semana pasada a estas alturas`,
  noLastWeek: 'Sin ingresos la semana pasada a estas alturas',
  ordersThisWeek: (orders) => count(orders, 'pedido', 'pedidos'),
  toPackToday: 'Por preparar hoy',
  packedOf: (packed, total) => `${packed} de ${total} preparados`,
  nothingToPack: 'Hoy no hay recogida',
  allPacked: 'Todo preparado',
  openPickList: 'Abrir lista de preparación',
  noStop: 'Sin punto',
  deletedStop: 'Punto eliminado',
  needsYou: 'Le espera',
  nothingNeedsYou: 'Ahora mismo no hay nada pendiente.',
  need: {
    pending: (orders, isMore) =>
      `${orders}${isMore ? '+' : ''} ${orders === 1 ? 'pedido espera' : 'pedidos esperan'} confirmación`,
    unpaid: (orders, isMore) =>
      `${orders}${isMore ? '+' : ''} ${orders === 1 ? 'pedido completado' : 'pedidos completados'} por cobrar`,
    toReturn: (orders, isMore) =>
      `${orders}${isMore ? '+' : ''} ${orders === 1 ? 'pedido' : 'pedidos'} con dinero por devolver`,
    stock: (products) => count(products, 'producto con pocas existencias', 'productos con pocas existencias'),
    tour: (steps) =>
      steps === 1
        ? 'Falta 1 paso para configurar su granja'
        : `Faltan ${steps} pasos para configurar su granja`,
    news: (unread, isMore) =>
      `${unread}${isMore ? '+' : ''} ${unread === 1 && !isMore ? 'aviso sin leer' : 'avisos sin leer'}`,
  },
  charts: 'Cifras',
  range: { label: 'Periodo', day: '30 días', week: '13 semanas', month: '12 meses' },
  compare: 'Comparar con el periodo anterior',
  chart: {
    revenue: 'Ingresos netos',
    orders: 'Pedidos',
    newCustomers: 'Clientes nuevos',
    returning: 'Pedidos de clientes que vuelven',
    funnel: 'De la visita al pedido',
    visits: 'Visitas',
    water: 'Agua',
    before: 'Periodo anterior',
    gallons: (value) => `${value} gal`,
  },
  step: { visit: 'Visitas', search: 'Búsquedas', cart_or_checkout: 'Carrito o pago', order: 'Pedidos' },
  ofVisits: (share) => `${share} de las visitas`,
  funnelEmpty: 'Su tienda no ha comunicado visitas en este periodo.',
};
