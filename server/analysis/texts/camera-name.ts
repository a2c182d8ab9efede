/** Words that cameras put before a number. */
const prefixes =
  'gopr|gp|gx|gh|gs|gl|dji|img|vid|mvi|mov|dsc|dscn|dscf|pxl|virb|grmn|ydxj|lrv|rpreplay|video|untitled'

const names = [
  // GX010042, IMG_2031 (1), DJI_20261120101500_0001_D, GX0042-joined
  new RegExp(`^(${prefixes})[\\s_-]*[\\d\\s_.()-]*(ride|copy|joined|final|[a-z])?$`, 'i'),
  // Sony's C0001 and Panasonic's P1000123
  /^[cp]\d{4,}$/i,
  // 20261120_101500, as phones name it
  /^\d{8}[\s_-]\d{6,}[\d_-]*$/,
  // the id under which an iPhone hands a video on
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // our simulator's
  /^ride-\d+-\d+s-\d+p$/i,
]

/** Whether a title is a file name given by a camera or our simulator, which says nothing about the ride. */
export const isCameraName = (title: string): boolean => names.some(name => name.test(title.trim()))
