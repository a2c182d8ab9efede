import type { News } from '#contract/mail.ts'
import { videoPage } from '#contract/paths.ts'
import { sentences as mails } from '#sentences/mails.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { NewsData } from './data.ts'

const videoId = '5d8c3f0e-6f0b-4c52-9a51-2f4f6a7b9c10'

/** The email of each notification: it says the same, leads to its page, and has an example to preview. */
export const newsMails: Record<News, { action: Sentence; example: NewsData }> = {
  clip_selected: {
    action: mails.seeVideos,
    example: {
      heading: "Your video 'Mud day at Black Creek' was selected",
      message: 'Staff approved it. It will be published soon.',
      link: videoPage(videoId),
    },
  },
  video_published: {
    action: mails.watch,
    example: {
      heading: "'Mud day at Black Creek' is live",
      message: 'Your video is published. Every view from now on earns.',
      link: videoPage(videoId),
    },
  },
  video_taken_down: {
    action: mails.seeVideos,
    example: {
      heading: "'Mud day at Black Creek' was taken down from a platform",
      message: "What it earned stays yours. It isn't online anywhere else, so it earns nothing new for now.",
      link: videoPage(videoId),
    },
  },
  payout_processed: {
    action: mails.seePayouts,
    example: {
      heading: 'Your payout of $104.50 is on its way',
      message: 'It arrives within three working days.',
      link: '/earnings',
    },
  },
  video_rejected: {
    action: mails.seeVideos,
    example: {
      heading: "'Mud day at Black Creek' was not selected",
      message: 'Too little happens in this ride for a clip of its own. You can change it and send it again.',
      link: videoPage(videoId),
    },
  },
  processing_failed: {
    action: mails.uploadAgain,
    example: {
      heading: "'Mud day at Black Creek' could not be processed",
      message: 'The end of the file is missing. Copy it from the camera again and retry.',
      link: videoPage(videoId),
    },
  },
  personal_record: {
    action: mails.watch,
    example: {
      heading: 'Your longest airtime: 1.3 s',
      message: "Set with 'Mud day at Black Creek'.",
      link: videoPage(videoId),
    },
  },
  publishing_alert: {
    action: mails.openPublishing,
    example: {
      heading: 'The channel Trailcut Rides needs to be connected again soon',
      message:
        'Its permission ends on 2026-11-28. Connect it again before then, so that posts keep going out.',
      link: '/publishing',
    },
  },
  payout_alert: {
    action: mails.openPayouts,
    example: {
      heading: 'Payouts need $1,250.00 more by 2026-12-01',
      message:
        'Add $1,250.00 to the Stripe balance by 2026-12-01: a top-up from your bank, or a bank transfer to Stripe.',
      link: '/admin?tab=payouts',
    },
  },
  score_proposal: {
    action: mails.openWeights,
    example: {
      heading: 'New score weights are proposed',
      message:
        "Reviewers' verdicts on 640 highlights suggest other scores. Nothing changes until an admin decides.",
      link: '/admin/score-weights',
    },
  },
  video_reported: {
    action: mails.openReports,
    example: {
      heading: 'The shared video ‘Ridge loop’ was reported',
      message: "The reason given: somebody's privacy. Take its link down or keep it.",
      link: '/admin/share-reports',
    },
  },
  reel_sent: {
    action: mails.reviewReel,
    example: {
      heading: 'A reel of ‘Ridge loop’ awaits review',
      message: 'Watch it, then approve it or say what to change.',
      link: '/v/00000000-0000-4000-8000-000000000000#reels',
    },
  },
}
