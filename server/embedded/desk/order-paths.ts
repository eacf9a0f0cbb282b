import { addressOf } from '#shared/address.ts';
import type { LicenceRow } from '../licences/licences.ts';

export const orderPaths = {
  list: '/desk/orders',
  file: '/desk/orders.csv',
  transfer: '/desk/orders/new',
  page: '/desk/orders/:id',
  refund: '/desk/orders/:id/refund',
} as const;

export const licencePaths = {
  page: '/desk/licences/:id',
  send: '/desk/licences/:id/send',
  move: '/desk/licences/:id/move',
  revoke: '/desk/licences/:id/revoke',
} as const;

export const orderPage = (id: string): string => addressOf(orderPaths.page, { id });

/** Returns the page of a licence: that of its order, or its own for a trial. */
export const licencePage = ({ id, order_id: order }: Pick<LicenceRow, 'id' | 'order_id'>): string =>
  order === null ? addressOf(licencePaths.page, { id: String(id) }) : orderPage(order);
