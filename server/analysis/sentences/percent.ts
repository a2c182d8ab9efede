/** A share from 0 to 1 as whole percent: "91%". */
export const percent = (share: number): string => `${Math.round(share * 100)}%`
