import java.io.File;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lfs.BuiltinLFS;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.RemoteRefUpdate;

/** `push FOLDER`: commits all files and pushes them. `pull FOLDER`: fetches and checks out. What is large goes the way of JGit's own Git LFS. */
public final class JGitClient {
  private static final RefSpec MAIN = new RefSpec("HEAD:refs/heads/main");

  public static void main(String[] parameters) throws Exception {
    BuiltinLFS.register();
    // JGit leaves the answer to a 401 of the LFS server to Java.
    Authenticator.setDefault(
        new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication("token", System.getenv("LFS_TOKEN").toCharArray());
          }
        });
    try (Git git = Git.open(new File(parameters[1]))) {
      if (parameters[0].equals("push")) push(git);
      else pull(git);
    }
  }

  private static void push(Git git) throws Exception {
    git.add().addFilepattern(".").call();
    git.commit().setMessage("Change files").call();
    for (var result : git.push().setRemote("origin").setRefSpecs(MAIN).call()) {
      for (var update : result.getRemoteUpdates()) {
        if (update.getStatus() != RemoteRefUpdate.Status.OK) throw new IllegalStateException(update.toString());
      }
    }
  }

  private static void pull(Git git) throws Exception {
    git.fetch().setRemote("origin").call();
    git.checkout().setName("main").setCreateBranch(true).setStartPoint("origin/main").call();
  }
}
