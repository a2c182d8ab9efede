/** An advantage must be this many standard errors: it comes by chance in 1 of 44 nights. */
const clearly = 2

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** 0 of none. */
export const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length)
/** Squared error of a score. */
export const squared = (score: number, right: boolean) => (score - (right ? 1 : 0)) ** 2

/** Whether the mean of the values is clearly above 0, with videos as what was drawn. */
export function isClear(values: readonly { videoId: string; value: number }[]): boolean {
  const middle = mean(values.map(({ value }) => value))
  const videos = [...Map.groupBy(values, ({ videoId }) => videoId).values()]
  const squares = sum(videos.map(ofVideo => sum(ofVideo.map(({ value }) => value - middle)) ** 2))
  const error = Math.sqrt((squares * videos.length) / Math.max(1, videos.length - 1)) / values.length
  return middle > clearly * error
}
