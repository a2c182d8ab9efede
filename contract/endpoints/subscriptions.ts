import { z } from 'zod'
import {
  billingAddress,
  changePlanBody,
  changePreview,
  createSubscriptionAnswer,
  createSubscriptionBody,
  invoice,
  planPreview,
  planPreviewBody,
  plansAnswer,
  priceBody,
  refundAnswer,
  refundBody,
  resendBody,
  subscriptionStatus,
} from '../money/subscriptions.ts'
import { opaque } from '../text.ts'
import { endpoint, userParams } from './endpoint.ts'

export const subscriptionEndpoints = {
  subscriptionStatus: endpoint({
    permission: 'earnings:own',
    summary: 'Your plan and its state',
    answer: subscriptionStatus,
    refusals: [409, 422, 503],
  }),
  plans: endpoint({
    permission: 'earnings:own',
    summary: 'List the plans and their prices',
    answer: plansAnswer,
  }),
  createSubscription: endpoint({
    permission: 'earnings:own',
    summary: 'Start a plan; its first payment is confirmed in the browser',
    body: createSubscriptionBody,
    answer: createSubscriptionAnswer,
    refusals: [409, 503],
  }),
  previewPlan: endpoint({
    permission: 'earnings:own',
    summary: 'Calculate what a plan costs at an address, with tax',
    body: planPreviewBody,
    answer: planPreview,
    refusals: [503],
  }),
  saveBillingAddress: endpoint({
    permission: 'earnings:own',
    summary: 'Set where you are billed, so that tax can be calculated',
    body: billingAddress,
    answer: subscriptionStatus,
    refusals: [409, 503],
  }),
  cancelSubscription: endpoint({
    permission: 'earnings:own',
    summary: 'End the plan when its period ends',
    answer: subscriptionStatus,
    refusals: [409, 422, 503],
  }),
  resumeSubscription: endpoint({
    permission: 'earnings:own',
    summary: 'Keep a plan that was about to end',
    answer: subscriptionStatus,
    refusals: [409, 422, 503],
  }),
  previewPlanChange: endpoint({
    permission: 'earnings:own',
    summary: 'Get a quote for changing plans, good once and for 10 minutes',
    body: priceBody,
    answer: changePreview,
    refusals: [409, 503],
  }),
  changePlan: endpoint({
    permission: 'earnings:own',
    summary: 'Change plans now, at the price of a quote',
    body: changePlanBody,
    answer: subscriptionStatus,
    refusals: [404, 409, 503],
  }),
  invoices: endpoint({
    permission: 'earnings:own',
    summary: 'List your invoices, newest first',
    answer: z.array(invoice),
  }),
  userInvoices: endpoint({
    permission: 'admin:manage',
    summary: "List a user's invoices",
    params: userParams,
    answer: z.array(invoice),
  }),
  refundInvoice: endpoint({
    permission: 'admin:manage',
    summary: 'Refund an invoice of the last 30 days and end its plan, or a part of one',
    params: z.object({ invoiceId: opaque(120) }),
    body: refundBody,
    answer: refundAnswer,
    refusals: [404, 409, 503],
  }),
  resendRefund: endpoint({
    permission: 'admin:manage',
    summary: 'Send a refund again that the bank returned, as a new refund of the same amount',
    params: z.object({ invoiceId: opaque(120), refundId: opaque(120) }),
    body: resendBody,
    answer: refundAnswer,
    refusals: [404, 409, 503],
  }),
  stripeWebhook: endpoint({
    permission: 'signed',
    summary: 'Receive Stripe events; signed by Stripe',
    hidden: true,
  }),
}
