/** Runs `act` on a machine whose clock is wrong by as much; the server's is right. */
export const onMachineThatIsWrongBy = async (wrongMs: number, act: (wall: () => number) => Promise<void>): Promise<void> => {
  const wall = Date.now;
  Date.now = () => wall() + wrongMs;
  try {
    await act(wall);
  } finally {
    Date.now = wall;
  }
};
