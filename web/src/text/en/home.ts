const count = (value: number, one: string, other: string): string => `${value} ${value === 1 ? one : other}`;

/** Texts of the home page of a farm. */
export const home = {
  title: 'Home',
  question: 'How is the week going?',
  newOrder: 'New order',
  revenueThisWeek: 'Net revenue this week',
  moneyThisWeek: 'Sales this week',
  againstLastWeek: (amount: string) => `${amount} at this point last week`,
  noLastWeek: 'No revenue at this point last week',
  ordersThisWeek: (orders: number) => count(orders, 'order', 'orders'),
  toPackToday: 'To pack today',
  packedOf: (packed: number, total: number) => `${packed} of ${total} packed`,
  nothingToPack: 'No pickup today',
  allPacked: 'All packed',
  openPickList: 'Open pick list',
  noStop: 'No stop',
  deletedStop: 'Deleted stop',
  needsYou: 'Needs you',
  nothingNeedsYou: 'Nothing needs you right now.',
  need: {
    pending: (orders: number, isMore: boolean) =>
      `${orders}${isMore ? '+' : ''} ${orders === 1 ? 'order waits' : 'orders wait'} for confirmation`,
    unpaid: (orders: number, isMore: boolean) =>
      `${orders}${isMore ? '+' : ''} completed ${orders === 1 ? 'order has' : 'orders have'} money to collect`,
    toReturn: (orders: number, isMore: boolean) =>
      `${orders}${isMore ? '+' : ''} ${orders === 1 ? 'order has' : 'orders have'} money to return`,
    stock: (products: number) => `${count(products, 'product is', 'products are')} low in stock`,
    tour: (steps: number) => `${count(steps, 'step', 'steps')} left to set up your farm`,
    news: (unread: number, isMore: boolean) =>
      `${unread}${isMore ? '+' : ''} unread ${unread === 1 && !isMore ? 'notification' : 'notifications'}`,
  },
  charts: 'Figures',
  range: {
    label: 'Period',
    day: '30 days',
    week: '13 weeks',
    month: '12 months',
  },
  compare: 'Compare with the period before',
  chart: {
    revenue: 'Net revenue',
    orders: 'Orders',
    newCustomers: 'New customers',
    returning: 'Orders of returning customers',
    funnel: 'Shop visits to orders',
    visits: 'Visits',
    water: 'Water',
    before: 'Period before',
    gallons: (value: string) => `${value} gal`,
  },
  step: { visit: 'Visits', search: 'Searched', cart_or_checkout: 'Cart or checkout', order: 'Orders' },
  ofVisits: (share: string) => `${share} of visits`,
  funnelEmpty: 'Your shop has not reported visits in this period.',
};
