import java.io.*;

public class Agent {
    public static void main(String[] arguments) throws Exception {
        try (var file = new RandomAccessFile("x", "rw"); var lock = file.getChannel().lock()) {
            file.writeBytes("BBED");
        }
        var thread = new Thread(() -> System.gc());
        thread.setPriority(2);
        thread.start();
        thread.join();
        System.out.println(new BufferedReader(new FileReader("x")).readLine());
    }
}
