import type { EndpointDeclaration } from '../endpoint.ts';
import { listActivity } from './activity.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { createBrand, getBrand, updateBrand } from './brands.ts';
import { createCampaign, getCampaign, listCampaigns } from './campaigns.ts';
import { createOrder, getOrder, listOrders, updateOrderStatus } from './orders.ts';
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './products.ts';
import { createReferralCode, listReferralCodes, redeemReferral } from './referrals.ts';
import { getReport } from './reports.ts';
import { getCaller, health, openapi } from './service.ts';
import { createWaterLog, getWaterLog, listWaterLogs } from './water-logs.ts';

export const commerceEndpoints: readonly EndpointDeclaration[] = [
  health,
  openapi,
  getCaller,
  createOrder,
  listOrders,
  getOrder,
  updateOrderStatus,
  listProducts,
  createProduct,
  getProduct,
  updateProduct,
  deleteProduct,
  createCampaign,
  listCampaigns,
  getCampaign,
  createWaterLog,
  listWaterLogs,
  getWaterLog,
  getReport,
  redeemReferral,
  createReferralCode,
  listReferralCodes,
  createBrand,
  getBrand,
  updateBrand,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listActivity,
];
