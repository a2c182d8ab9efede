/** A difference must be this many standard errors: by chance this happens in 1 of 44 nights. */
const clearly = 2

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** 0 for an empty list. */
export const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length)
/** Squared error of a score. */
export const squared = (score: number, right: boolean) => (score - (right ? 1 : 0)) ** 2

/** Whether the mean of the values is significantly above 0, with videos as the sampling units. */
export function isClear(values: readonly { videoId: string; value: number }[]): boolean {
  const middle = mean(values.map(({ value }) => value))
  const videos = [...Map.groupBy(values, ({ videoId }) => videoId).values()]
  const squares = sum(videos.map(ofVideo => sum(ofVideo.map(({ value }) => value - middle)) ** 2))
  const error = Math.sqrt((squares * videos.length) / Math.max(1, videos.length - 1)) / values.length
  return middle > clearly * error
}
