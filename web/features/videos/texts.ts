import type { Video, VideoStatus } from '#contract/videos.ts'

export const texts = {
  status: {
    draft: 'Pending Review',
    uploading: 'Uploading',
    processing: 'Processing',
    pending: 'Pending',
    approved: 'Selected',
    rejected: 'Not selected',
    published: 'Published',
    failed: 'Failed',
  } satisfies Record<VideoStatus, string>,
  statusLines: {
    uploading: 'Upload not finished yet',
    processing: 'Processing • AI Enhancement in progress',
    pending: 'Pending Review',
    approved: 'Approved • Ready for publishing',
    rejected: 'Not selected by our reviewers',
    failed: 'The video could not be processed',
  } as Partial<Record<VideoStatus, string>>,
  /** what any other status reads */
  underReview: 'Under Review',
  explanations: {
    draft: 'Upload complete. Your video is awaiting review by our team.',
    uploading: 'The file has not arrived completely. Open Upload to go on with it.',
    processing: 'Your video is being processed. You can leave this page.',
    pending: 'Your video is in the review queue.',
    approved: 'Selected for editing. You will be told when it is published.',
    rejected: 'Our reviewers did not select this video.',
    published: 'Your video is live and earning revenue.',
    failed: 'This video could not be processed.',
  } satisfies Record<VideoStatus, string>,
  categories: {
    utv: 'UTV',
    atv: 'ATV',
    'side-by-side': 'Side-by-side',
    'dirt-bike': 'Dirt bike',
    'rock-crawling': 'Rock crawling',
    'mud-bogging': 'Mud bogging',
    'trail-riding': 'Trail riding',
    racing: 'Racing',
  } satisfies Record<Video['category'], string>,
  noPicture: 'No picture yet',
} as const
