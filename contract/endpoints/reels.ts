import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import { decideReelBody, reel, reelPlan, replaceReelBody, waitingReel } from '../reels/schemas.ts'
import { endpoint, idParams, noBody } from './endpoint.ts'

const reelParams = z.object({ id: z.uuid(), reelId: z.uuid() })

export const reelEndpoints = {
  reels: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: 'List the reels that were made of one of your videos, newest first',
    params: idParams,
    answer: z.array(reel),
    refusals: [404],
  }),
  createReel: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Keep the plan of a new reel',
    params: idParams,
    body: reelPlan,
    answer: reel,
    refusals: [404, 409],
  }),
  replaceReel: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Change the plan of a reel; its last rendering stays until it is rendered again',
    params: reelParams,
    body: replaceReelBody,
    answer: reel,
    refusals: [404, 409],
  }),
  deleteReel: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Delete a reel and its file',
    params: reelParams,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  renderReel: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Render a reel as it is planned now',
    params: reelParams,
    body: noBody,
    answer: reel,
    refusals: [404, 409, 429],
  }),
  cancelReel: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Stop rendering a reel',
    params: reelParams,
    body: noBody,
    answer: reel,
    refusals: [404, 409],
  }),
  sendReel: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Send a rendered reel to staff, who decide whether it may be published',
    params: reelParams,
    body: noBody,
    answer: reel,
    refusals: [404, 409],
  }),
  waitingReels: endpoint({
    permission: 'video:review',
    summary: 'List the reels that wait for staff, the longest waiting first',
    answer: z.array(waitingReel),
  }),
  decideReel: endpoint({
    permission: 'video:review',
    summary: 'Approve or reject a reel that was sent to staff',
    params: reelParams,
    body: decideReelBody,
    answer: reel,
    refusals: [404, 409],
  }),
}
