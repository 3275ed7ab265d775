/** Days that a forecast looks back over, and the fewest that it dares to say anything from. */
export const forecastDays = 30;
const minForecastDays = 7;
/** What lies further ahead is not told: ten years. */
const farthestDays = 3650;

export interface Forecast {
  /** Of the days that it was made from. */
  readonly observedDays: number;
  /** What storage grows by in a day; negative when it shrinks. A whole number. */
  readonly bytesPerDay: number;
  /** In `forecastDays` days, at this rate. */
  readonly projectedBytes: number;
  /** Until storage reaches the limit, 0 when it has; undefined when it will not in ten years. */
  readonly daysUntilLimit: number | undefined;
}

/** The slope of the line that lies closest to the values, one for each day, by least squares. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [covariance, variance] = [0, 0];
  for (const [day, value] of values.entries()) {
    covariance += (day - middle) * (value - mean);
    variance += (day - middle) ** 2;
  }
  return covariance / variance;
};

const daysUntil = (limitBytes: number, usedBytes: number, bytesPerDay: number): number | undefined => {
  if (usedBytes >= limitBytes) return 0;
  if (bytesPerDay <= 0) return undefined;
  const days = Math.ceil((limitBytes - usedBytes) / bytesPerDay);
  return days > farthestDays ? undefined : days;
};

/**
 * Where storage goes if it goes on as in these days, of which each value is what was stored at its end, the last one being now. Undefined when
 * they are too few.
 */
export const forecast = (storageBytes: readonly number[], limitBytes: number): Forecast | undefined => {
  if (storageBytes.length < minForecastDays) return undefined;
  const usedBytes = storageBytes.at(-1) ?? 0;
  const bytesPerDay = Math.round(slopeOf(storageBytes));
  return {
    observedDays: storageBytes.length,
    bytesPerDay,
    projectedBytes: Math.max(0, usedBytes + forecastDays * bytesPerDay),
    daysUntilLimit: daysUntil(limitBytes, usedBytes, bytesPerDay),
  };
};
