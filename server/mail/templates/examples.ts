import { milestones } from '#contract/money/constants.ts'
import { videoPage } from '#contract/paths.ts'
import type { MailData } from './data.ts'

const [first, second] = milestones
const videoId = '5d8c3f0e-6f0b-4c52-9a51-2f4f6a7b9c10'

/** Sample data for previewing a template without waiting for the event. */
export const examples: MailData = {
  upload_received: { title: 'Mud day at Black Creek', videoId },
  ai_completed: {
    videoId,
    title: 'Mud day at Black Creek',
    highlights: 6,
    viralScore: 0.82,
    abstained: null,
  },
  milestone_reached: { milestone: first, next: second, earned: 104.5 },
  weekly_digest: {
    week: '2026-11-23',
    intro: '2 of your videos were published this week.',
    figures: [
      { label: 'Uploaded this week', value: '3' },
      { label: 'Published this week', value: '2' },
      { label: 'Waiting for review', value: '1' },
      { label: 'Views so far', value: '12,480' },
      { label: 'Earned so far', value: '$104.50' },
    ],
    link: '/',
  },
  clip_selected: {
    heading: "Your video 'Mud day at Black Creek' was selected",
    message: 'Staff approved it. It will be published soon.',
    link: videoPage(videoId),
  },
  video_published: {
    heading: "'Mud day at Black Creek' is live",
    message: 'Your video is published. Every view from now on earns.',
    link: videoPage(videoId),
  },
  video_taken_down: {
    heading: "'Mud day at Black Creek' was taken down from a platform",
    message: "What it earned stays yours. It isn't online anywhere else, so it earns nothing new for now.",
    link: videoPage(videoId),
  },
  payout_processed: {
    heading: 'Your payout of $104.50 is on its way',
    message: 'It arrives within three working days.',
    link: '/earnings',
  },
  video_rejected: {
    heading: "'Mud day at Black Creek' was not selected",
    message: 'Too little happens in this ride for a clip of its own. You can change it and send it again.',
    link: videoPage(videoId),
  },
  processing_failed: {
    heading: "'Mud day at Black Creek' could not be processed",
    message: 'The end of the file is missing. Copy it from the camera again and retry.',
    link: videoPage(videoId),
  },
  publishing_alert: {
    heading: 'The channel Trailcut Rides needs to be connected again soon',
    message: 'Its permission ends on 2026-11-28. Connect it again before then, so that posts keep going out.',
    link: '/publishing',
  },
  payout_alert: {
    heading: 'Payouts need $1,250.00 more by 2026-12-01',
    message:
      'Add $1,250.00 to the Stripe balance by 2026-12-01: a top-up from your bank, or a bank transfer to Stripe.',
    link: '/admin?tab=payouts',
  },
  score_proposal: {
    heading: 'New score weights are proposed',
    message:
      "Reviewers' verdicts on 640 highlights suggest other scores. Nothing changes until an admin decides.",
    link: '/admin/score-weights',
  },
  video_reported: {
    heading: 'The shared video ‘Ridge loop’ was reported',
    message: "The reason given: somebody's privacy. Take its link down or keep it.",
    link: '/admin/share-reports',
  },
  reel_sent: {
    heading: 'A reel of ‘Ridge loop’ awaits review',
    message: 'Watch it, then approve it or say what to change.',
    link: '/v/00000000-0000-4000-8000-000000000000#reels',
  },
  renewal_failed: { amount: 9.99, graceUntil: '2026-11-28T09:30:00.000Z' },
  new_device: { device: 'Firefox on Android', at: '2026-11-21T09:30:00.000Z' },
  new_sign_in_method: { provider: 'google', at: '2026-11-21T09:30:00.000Z' },
  bank_account: { change: 'added', at: '2026-11-21T09:30:00.000Z' },
}
