/** Does the jobs in their order, so many at a time. Each is told the number of its lane, counted from the first one. Rejects with the first failure, when the others of that moment may go on. */
export const forEachConcurrent = async (count, jobs, firstLane = 0) => {
  const queue = jobs.values();
  const work = async (lane) => {
    for (const job of queue) await job(lane);
  };
  await Promise.all(Array.from({ length: Math.min(count, jobs.length) }, (_, at) => work(firstLane + at)));
};
