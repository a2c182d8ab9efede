import { brand } from '#contract/brand.ts'
import type { ShareReportReason } from '#contract/sharing/reasons.ts'
import { formatNumber } from '../../lib/format.ts'

export const texts = {
  join: `${brand} finds the best moments of your rides.`,
  joinAction: 'See how it works',
  watchHere: `Watch on ${brand}`,
  title: 'Share by link',
  titleClip: 'Share this clip',
  page: 'Public page',
  pageText: 'Anyone can watch this video here, and search engines may list it.',
  pageLink: 'Address of the public page',
  pageSeen: (count: number) => {
    if (count === 0) return 'Nobody has watched it here yet.'
    return count === 1 ? 'Watched here by 1 person.' : `Watched here by ${formatNumber(count)} people.`
  },
  off: 'Only you and our staff can watch this video.',
  offClip: 'Only you and our staff can watch this clip.',
  offPublished: "Send this video to anyone. They don't need an account.",
  on: "Anyone with the link can watch. Search engines don't list it.",
  switch: 'Share this video by link',
  switchClip: 'Share this clip by link',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  share: 'Share',
  showCode: 'Show QR code',
  hideCode: 'Hide QR code',
  code: 'QR code of the link',
  seen: (count: number) => {
    if (count === 0) return 'Nobody has opened it yet.'
    return count === 1 ? 'Opened by 1 person.' : `Opened by ${formatNumber(count)} people.`
  },
  noEarnings: "These views don't earn money.",
  limit: (count: number) =>
    `Until our staff approve the video, ${formatNumber(count)} people a day can open the link.`,
  loading: 'Loading the share link',
  failed: "Couldn't load the share link",
  retry: 'Try again',
  onFailed: 'Link Not Created',
  offDone: { title: 'Link Turned Off', description: 'The old address no longer works.' },
  offFailed: 'Link Not Turned Off',
  noConnection: "Couldn't reach the server. Please try again.",
  report: {
    open: 'Report this video',
    title: 'Report this video',
    explain: "Our staff review every report. You don't need an account.",
    reason: 'What is wrong?',
    reasons: {
      unsafe: 'Dangerous or illegal riding',
      privacy: 'It shows me or my property without consent',
      rights: 'It uses my music or footage',
      offensive: 'Hate, violence or nudity',
      other: 'Something else',
    } satisfies Record<ShareReportReason, string>,
    words: 'Tell us more (optional)',
    send: 'Send report',
    cancel: 'Cancel',
    done: { title: 'Report Sent', description: 'Thank you. Our staff will look at it.' },
    failed: 'Report Not Sent',
  },
} as const
